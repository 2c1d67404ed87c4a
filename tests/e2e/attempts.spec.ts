import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, finish, finishIn, needsLook, openTimer, ranking, section, start, tapAs } from './race.ts';

test('Two runs: the best of the first start last in the second, a late tap is moved, and the better run counts @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Slalom', ['Ada', 'Bo', 'Cy', 'Dee']);
  await openTimer(page, race);
  await expect(page.getByText(/Run 1 of/), 'one run: nothing on the screen').toHaveCount(0);
  await page.goto(`/timer?eventId=${race.eventId}&view=runs`);
  await page.getByLabel('Heats for each racer').selectOption('2 heats');
  await expect(page.getByLabel('What counts')).toHaveValue('best');
  for (const [name, seconds] of Object.entries({ Ada: 60, Bo: 61, Cy: 62 }))
    await finishIn(context.request, race, name, seconds);

  await openTimer(page, race);
  await expect.poll(() => ranking(page)).toEqual(['#1 Ada', '#2 Bo', '#3 Cy']);
  await page.getByRole('button', { name: 'Start heat 2' }).click();
  await expect(page.getByText('Heat 2 of 2')).toBeVisible();
  await expect(section(page, 'Inactive Racers').getByRole('button', { name: /^Start / })).toHaveCount(4);
  await expect.poll(() => ranking(page), 'the total stays').toEqual(['#1 Ada', '#2 Bo', '#3 Cy']);

  await page.goto(`/timer?eventId=${race.eventId}&view=start-list`);
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await page.getByRole('menuitem', { name: 'By heat 1…' }).click();
  await page.getByLabel('How many to reverse').fill('2');
  await page.getByRole('button', { name: 'Order the list' }).click();
  const names = page.getByRole('list', { name: 'Start list' }).getByRole('listitem');
  await expect(names).toHaveText([/Bo/, /Ada/, /Cy/, /Dee/]);

  await openTimer(page, race);
  await start(page, 'Cy');
  await finish(page, 'Cy');
  await expect.poll(() => ranking(page)).toEqual(['#1 Cy', '#2 Ada', '#3 Bo']);
  await expect(section(page, 'Leaderboard').getByRole('listitem').first()).toContainText('01:02.00');

  // A phone that had not heard of heat 2.
  const at = Date.now() - 50_000;
  await tapAs(context.request, race, 'start', 'Bo', { at });
  await tapAs(context.request, race, 'finish', 'Bo', { at: at + 45_000 });
  await expect(needsLook(page)).toBeVisible();
  await section(page, 'Leaderboard').getByRole('button', { name: 'Bo', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Bo' });
  await dialog.getByRole('button', { name: 'Heat 1', exact: true }).click();
  for (const line of ['Start', 'Finish']) {
    const readings = dialog.getByRole('region', { name: line, exact: true }).getByRole('list');
    await readings.getByRole('button', { name: /^Move to heat 2/ }).click();
    await expect(readings).toHaveCount(0);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => ranking(page)).toEqual(['#1 Cy', '#2 Bo', '#3 Ada']);

  const firstHtml = await (await context.request.get(race.viewerLink)).text();
  const viewer = await openBrowser({ viewport: { width: 390, height: 844 } });
  expect(firstHtml, 'the ranking of one heat says so').toContain('Heat 2 of 2.');
  await viewer.goto(race.viewerLink);
  await expect.poll(() => ranking(viewer)).toEqual(['#1 Cy', '#2 Bo', '#3 Ada']);
  await expect(viewer.getByText('Heat 2 of 2. The best heat counts.')).toBeVisible();

  await change(context.request, race, {
    type: 'format.set',
    format: { attempts: { count: 2, counts: 'sum', current: 2 } },
  });
  await expect.poll(() => ranking(viewer)).toEqual(['#1 Cy', '#2 Bo']);
  await expect(viewer.getByRole('region', { name: 'Not ranked' })).toContainText('Heat 2 missing');
});
