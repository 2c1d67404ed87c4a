import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, joinByLink, needsLook, openTimer, ranking, start, finish, startButton } from './race.ts';
import { readEvent, untilSent } from './device.ts';

test('A club rehearses on the real event, and nothing of it reaches the race @proof', async ({ page }) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  await page.goto(`/timer?eventId=${race.eventId}&view=rehearsal`);
  await page.getByRole('button', { name: 'Begin a rehearsal' }).click();
  await page.getByRole('button', { name: 'Add 5 made-up racers, free' }).click();
  await expect(page.getByText('0 taps and 5 made-up racers so far.')).toBeVisible();
  await page.getByRole('button', { name: 'Rehearse on the board' }).click();
  await start(page, 'Ada');
  await start(page, 'Rehearsal 1');
  await finish(page, 'Ada');
  await expect.poll(() => ranking(page)).toEqual(['#1 Ada']);

  await page.goto(`/timer?eventId=${race.eventId}&view=rehearsal`);
  await expect(page.getByText('3 taps and 5 made-up racers so far.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete it and begin the race' }).click();
  await page.getByRole('button', { name: 'Delete the rehearsal' }).click();
  await expect(startButton(page, 'Ada')).toBeVisible();
  await expect(startButton(page, 'Rehearsal 1')).toHaveCount(0);
  await untilSent(page);
  const stored = await readEvent(page.request, race.eventId);
  expect([Object.keys(stored.taps), Object.keys(stored.counting), stored.rehearsal]).toEqual([[], [], null]);
  expect(Object.values(stored.entries).map(({ name }) => name)).toEqual(['Ada', 'Bo']);
});

test('Times from paper are typed in by number, wrong lines are named, and all of them can be undone', async ({
  page,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  const bibs = Object.values(race.racerIds).map((racerId, index) => ({ racerId, bib: String(index + 7) }));
  await change(page.request, race, { type: 'bibs.set', bibs });
  await page.goto(`/timer?eventId=${race.eventId}&view=paper`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: 'Paper sheet for printing' })).toContainText('Ada');
  await expect(page.locator('[data-app-header]'), 'the sheet is all there is on paper').toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  const field = page.getByLabel('Numbers and times, one pair a line');
  await field.fill('7 10:31:48.2\n9 10:31:50\n8 10:32:05');
  await expect(page.getByText('No racer has number 9.')).toBeVisible();
  await page.getByRole('button', { name: 'Type in 2 times' }).click();
  await expect(field).toHaveValue('9 10:31:50');
  await untilSent(page);
  const { taps } = await readEvent(page.request, race.eventId);
  expect(Object.values(taps).map(({ line, via, racerId }) => [line, via, racerId])).toEqual([
    ['finish', 'hand', race.racerIds['Ada']],
    ['finish', 'hand', race.racerIds['Bo']],
  ]);
  const other = await page.context().newPage();
  await openTimer(other, race);
  await needsLook(other).click();
  await other
    .getByRole('dialog', { name: 'Needs a look' })
    .getByRole('button', { name: /^7 Ada/ })
    .click();
  const line = other.getByRole('dialog', { name: 'Ada' }).getByRole('region', { name: 'Finish' });
  await expect(line).toContainText('10:31:48.200');
  await expect(line).toContainText('by hand');
  await expect(line, 'no clock vouches for it').not.toContainText('±');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => Object.values((await readEvent(page.request, race.eventId)).taps).map(({ undone }) => undone))
    .toEqual([true, true]);
});

test('Two phones that are tapped together show their difference, and a helper says who is timing @proof', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  const helper = await openBrowser({ viewport: { width: 390, height: 844 } });
  await joinByLink(helper, race.adminLink, race.name);
  const question = helper.getByText('Who is timing here?');
  expect(await question.evaluate(({ clientHeight, scrollHeight }) => scrollHeight <= clientHeight), 'not cut').toBe(
    true,
  );
  await helper.getByRole('link', { name: 'Add your name' }).click();
  await expect(helper.getByLabel('Your name')).toBeInViewport();
  await helper.getByLabel('Your name').fill('Sam');
  await helper.getByLabel('Where you stand').selectOption('Finish');
  await helper.getByRole('button', { name: 'Save' }).click();
  await helper.goto(`/timer?eventId=${race.eventId}&view=check`);
  await page.goto(`/timer?eventId=${race.eventId}&view=check`);
  await expect(page.getByText('Clock', { exact: false }).first()).toBeVisible();
  const tap = { name: 'Tap together' };
  await Promise.all([page.getByRole('button', tap).click(), helper.getByRole('button', tap).click()]);
  const tests = page.getByRole('list', { name: 'Comparisons of two phones' }).getByRole('listitem').first();
  await expect(tests).toContainText('Sam');
  await expect(tests).toContainText(/You .*[+−±]\d+ ms/);
  await openTimer(page, race);
  await expect(startButton(page, 'Ada')).toBeVisible();
});
