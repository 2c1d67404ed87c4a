import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, finishIn, joinByLink, openTimer, section, tapAs } from './race.ts';

test('The owner names a point, a helper times it with a second phone, and the board tells the place and what leads @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Over the bridge', ['Ada', 'Bo', 'Cy']);
  const minute = 60_000;
  await tapAs(context.request, race, 'start', 'Ada', { at: Date.now() - 4 * minute });
  await tapAs(context.request, race, 'start', 'Bo', { at: Date.now() - 2 * minute });
  await tapAs(context.request, race, 'start', 'Cy', { at: Date.now() - minute });

  await page.goto(`/timer?eventId=${race.eventId}&view=splits`);
  await page.getByRole('button', { name: 'Add a point' }).click();
  const points = page.getByRole('dialog', { name: 'Points of the course' });
  for (const name of ['Top', 'Bridge']) {
    await points.getByLabel('New point').fill(name);
    await points.getByRole('button', { name: 'Add point' }).click();
  }
  await points.getByRole('button', { name: 'Bridge earlier on the course' }).click();
  await points.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('tab')).toHaveText(['Bridge', 'Top']);

  const helper = await openBrowser({ viewport: { width: 390, height: 844 } });
  await joinByLink(helper, race.adminLink, race.name);
  await helper.goto(`/timer?eventId=${race.eventId}&view=splits`);
  await expect(helper.getByRole('tab')).toHaveText(['Bridge', 'Top']);
  await helper.getByRole('button', { name: 'Time here with this phone' }).click();
  for (const racer of ['Ada', 'Bo']) await helper.getByRole('button', { name: `Passed ${racer}` }).click();
  await expect(helper.getByRole('button', { name: 'Undo Bo' }), 'the row stays under the finger').toBeVisible();
  await helper.reload();
  await expect(helper.getByRole('heading', { level: 1 })).toHaveText('Bridge');
  await expect(helper.getByRole('button', { name: /^Passed/ })).toHaveText([/Passed/]);

  await expect(page.getByRole('list', { name: 'Places at Bridge' }).getByRole('listitem')).toHaveText([
    /^#1.*Bo.*02:\d\d\.\d\d/s,
    /^#2.*Ada.*04:\d\d\.\d\d.*\+[12]:\d\d/s,
  ]);

  await openTimer(page, race);
  const viewer = await openBrowser();
  await viewer.goto(race.viewerLink);
  for (const phone of [page, viewer]) {
    const rows = section(phone, 'Racers On Course').getByRole('listitem');
    await expect(rows.filter({ hasText: 'Ada' })).toContainText('2nd of 2 at Bridge');
    await expect(rows.filter({ hasText: 'Bo' })).toContainText('1st of 2 at Bridge');
    await expect(rows.filter({ hasText: 'Cy' })).toContainText(/needs 02:\d\d at Bridge to lead/);
  }
});

test('Those who are still out are listed with where they were seen, and the overdue ones say so', async ({
  page,
  context,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Who is out', ['Ada', 'Bo', 'Cy', 'Dee', 'Eve']);
  for (const [racer, seconds] of [
    ['Ada', 600],
    ['Bo', 660],
    ['Cy', 720],
  ] as const) {
    await finishIn(context.request, race, racer, seconds);
  }
  await tapAs(context.request, race, 'start', 'Dee', { at: Date.now() - 3_600_000 });
  await tapAs(context.request, race, 'start', 'Eve', { at: Date.now() - 60_000 });
  await page.goto(`/timer?eventId=${race.eventId}&view=out`);
  await expect(page.getByText('2 still out')).toBeVisible();
  await expect(page.getByText('1 overdue')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Racers who are still out' }).getByRole('listitem')).toHaveText([
    /^Dee.*last seen at the start.*overdue by \d\d:\d\d/s,
    /^Eve.*last seen at the start.*expected \d\d:\d\d:\d\d, in\s(09|10):\d\d/s,
  ]);
  await change(context.request, race, {
    type: 'statuses.set',
    racerIds: [race.racerIds['Dee']!],
    status: 'DNF',
    reason: '',
  });
  await expect(page.getByText('1 still out')).toBeVisible();
});
