import { randomUUID } from 'node:crypto';
import { readEvent } from './device.ts';
import { expect, getAccount, test } from './fixtures.ts';
import {
  boardOf,
  change,
  counters,
  createRace,
  finishIn,
  inactiveOf,
  onCourseOf,
  openTimer,
  ranking,
  section,
  tapAs,
  undoBar,
} from './race.ts';

test('[SR8] Racers who did not come are set to DNS together, and brought back together', async ({ page, context }) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Wet Tuesday', ['Ada', 'Bo', 'Cy']);
  await finishIn(context.request, race, 'Ada', 60);
  await page.goto(`/timer?eventId=${race.eventId}&view=rulings`);
  await page.getByLabel('Select all 2').check();
  await page.getByLabel('Reason').fill('Rain');
  await page.getByRole('button', { name: 'Set DNS for 2 racers' }).click();
  await expect(page.getByRole('button', { name: 'With a status 2' })).toBeVisible();
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'With a status 0' })).toBeVisible();

  await page.getByLabel('Bo', { exact: true }).check();
  await page.getByRole('button', { name: 'Set DNS for 1 racer' }).click();
  await openTimer(page, race);
  await expect(counters(page)).toContainText(/Finished 1 \/ 3\s*1 not ranked/);
  await expect.poll(() => inactiveOf(page)).toEqual(['Cy']);
  await expect(page.getByRole('region', { name: 'Not ranked' })).toContainText(/DNS\s*Bo\s*Did not start/);
});

test('Of a hundred racers the rows near the screen are drawn, and all of them are set together @proof', async ({
  page,
  context,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Everybody stayed at home', []);
  await change(context.request, race, { type: 'rehearsal.begin' });
  const racers = Array.from({ length: 100 }, (_, index) => ({
    racerId: randomUUID(),
    name: `Racer ${index + 1}`,
    groups: [],
    bib: String(index + 1),
    rehearsal: true as const,
  }));
  await change(context.request, race, { type: 'entries.add', racers });
  await page.goto(`/timer?eventId=${race.eventId}&view=rulings`);
  const rows = page.getByRole('list', { name: 'Racers' }).getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-setsize', '100');
  expect(await rows.count()).toBeLessThan(40);
  await page.getByLabel('Select all 100').check();
  await page.mouse.wheel(0, 100_000);
  await expect(rows.last()).toHaveAttribute('aria-posinset', '100');
  await expect(rows.last().getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: 'Set DNS for 100 racers' }).click();
  await expect(page.getByRole('button', { name: 'With a status 100' })).toBeVisible();
});

test('[SR8] The winner is disqualified: a viewer sees the new ranking at once, without the reason', async ({
  page,
  context,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Short cut', ['Ada', 'Bo']);
  await finishIn(context.request, race, 'Ada', 60);
  await finishIn(context.request, race, 'Bo', 65);
  const viewer = await openBrowser();
  await viewer.goto(race.viewerLink);
  await expect.poll(() => ranking(viewer)).toEqual(['#1 Ada', '#2 Bo']);

  await openTimer(page, race);
  await section(page, 'Leaderboard').getByRole('button', { name: 'Ada' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ada' });
  await sheet.getByRole('button', { name: 'DSQ' }).click();
  await sheet.getByRole('region', { name: 'Status' }).getByLabel('Reason').fill('Left the course');
  // Escape closes the sheet with the focus in the field: what was typed is kept.
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect
    .poll(async () => Object.values((await readEvent(page.request, race.eventId)).rulings))
    .toEqual([{ status: 'DSQ', reason: 'Left the course', adjustments: [] }]);

  await expect.poll(() => ranking(viewer)).toEqual(['#1 Bo']);
  await expect(viewer.getByRole('region', { name: 'Not ranked' })).toContainText(/DSQ\s*Ada\s*Disqualified/);
  await expect(viewer.locator('body')).not.toContainText('Left the course');
});

test('[HD13] One press at the top of the sheet sets DNF, Undo takes it back, and the reason comes afterwards', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await getAccount(page);
  const race = await createRace(context.request, 'Puncture', ['Ada', 'Bo']);
  await tapAs(context.request, race, 'start', 'Ada');
  await openTimer(page, race);
  await section(page, 'Racers On Course').getByRole('button', { name: 'Ada', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Ada' });
  const status = sheet.getByRole('region', { name: 'Status' });
  const dnf = status.getByRole('button', { name: 'DNF' });
  const rulings = async () => Object.values((await readEvent(page.request, race.eventId)).rulings);

  for (const button of [dnf, status.getByRole('button', { name: 'DSQ' })]) {
    await expect(button).toBeInViewport({ ratio: 1 });
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  }
  // The second of two taps on the name that opened the sheet.
  await dnf.dispatchEvent('click', { detail: 2 });
  await expect(dnf).toHaveAttribute('aria-pressed', 'false');
  const before = (await dnf.boundingBox())!;
  await dnf.click();
  await expect(status.getByRole('status')).toContainText('Did not finish. All times stay.');
  await expect(dnf, 'nothing moves under the finger').toHaveAttribute('aria-pressed', 'true');
  const undo = status.getByRole('button', { name: 'Undo' });
  const reason = status.getByLabel('Reason');
  for (const each of [undo, reason]) await expect(each).toBeInViewport({ ratio: 1 });
  expect((await dnf.boundingBox())!.x).toBe(before.x);
  await expect.poll(rulings).toEqual([{ status: 'DNF', reason: '', adjustments: [] }]);

  await undo.click();
  await expect(sheet.getByText('On course')).toBeVisible();
  await expect(status.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await dnf.click();
  await reason.fill('Puncture');
  await reason.press('Enter');
  await expect.poll(rulings).toEqual([{ status: 'DNF', reason: 'Puncture', adjustments: [] }]);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'Not ranked' })).toContainText(/DNF\s*Ada/);
  await expect.poll(() => onCourseOf(page)).toEqual([]);
  // The strip of the board has the Undo once the sheet is closed.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => onCourseOf(page)).toEqual(['Ada']);
});

test(
  '[HD13] Every other status is set as it is chosen, and taken back later',
  { tag: '@proof' },
  async ({ page, context }) => {
    await getAccount(page);
    const race = await createRace(context.request, 'Stayed at home', ['Ada', 'Bo']);
    await openTimer(page, race);
    const open = async (racer: string) => {
      await page.getByRole('button', { name: racer, exact: true }).click();
      return page.getByRole('dialog', { name: racer }).getByRole('region', { name: 'Status' });
    };
    const ada = await open('Ada');
    await ada.getByRole('button', { name: 'DNS' }).click();
    await page.keyboard.press('Escape');
    const bo = await open('Bo');
    await bo.getByRole('button', { name: 'Other status' }).click();
    await page.getByRole('menuitem', { name: 'NP: Not placed' }).click();
    await expect(bo.getByRole('status')).toContainText('Not placed. All times stay.');
    await page.keyboard.press('Escape');
    await expect.poll(() => inactiveOf(page)).toEqual([]);

    const again = await open('Ada');
    await again.getByRole('button', { name: 'Take back' }).click();
    await expect(again.getByRole('status')).toContainText('Ada is back in the results');
    await again.getByRole('button', { name: 'Undo' }).click();
    await expect(again.getByRole('status')).toContainText('Did not start');
    await again.getByRole('button', { name: 'Other status' }).click();
    await page.getByRole('menuitem', { name: 'OK (ranked)' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => inactiveOf(page)).toEqual(['Ada']);
  },
);

test('[HD13] The button of a long form stays in sight on a phone', { tag: '@proof' }, async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await getAccount(page);
  const race = await createRace(context.request, 'Long forms', ['Ada', 'Bo']);
  await finishIn(context.request, race, 'Ada', 60);
  await openTimer(page, race);
  await section(page, 'Leaderboard').getByRole('button', { name: 'Ada' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ada' });
  await sheet.getByRole('button', { name: 'Penalty or bonus' }).click();
  await sheet.getByRole('button', { name: '+0:10' }).click();
  await expect(sheet.getByRole('button', { name: 'Add +0:10 penalty' })).toBeInViewport({ ratio: 1 });
  await sheet.getByRole('button', { name: 'Name, year, club, category' }).click();
  await sheet.getByLabel('Races with').selectOption({ index: 1 });
  await expect(sheet.getByRole('button', { name: 'Save details' })).toBeInViewport({ ratio: 1 });

  await page.goto(`/timer?eventId=${race.eventId}&view=shift`);
  await page.getByLabel('Timed at').selectOption('finish');
  await expect(page.getByRole('button', { name: /^Move 1 time/ })).toBeInViewport({ ratio: 1 });
});

test('The times of a phone whose clock was wrong are moved together, and moved back', async ({ page, context }) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Wrong clock', ['Ada', 'Bo']);
  const from = Date.now() - 3_600_000;
  await tapAs(context.request, race, 'start', 'Ada', { at: from });
  await tapAs(context.request, race, 'start', 'Bo', { at: from + 60_000 });
  await tapAs(context.request, race, 'finish', 'Ada', { at: from + 600_000 });
  await tapAs(context.request, race, 'finish', 'Bo', { at: from + 670_000 });

  await page.goto(`/timer?eventId=${race.eventId}&view=shift`);
  const form = page.getByRole('form', { name: 'Move times' });
  await form.getByLabel('Timed at').selectOption('finish');
  await form.getByLabel('By', { exact: true }).fill('10');
  await form.getByLabel('Reason').fill('Phone was ahead');
  await expect(form.getByRole('region', { name: 'What changes' })).toContainText(
    /2 times will move, 2 results will change.*10:00\.00 #1 → 09:50\.00 #1/s,
  );
  await form.getByRole('button', { name: 'Move 2 times by −0:10' }).click();
  const moved = page.getByRole('region', { name: 'Moved so far' });
  await expect(moved).toContainText(/2 times by −0:10\s*Phone was ahead/);
  await openTimer(page, race);
  await expect
    .poll(async () => (await boardOf(page)).map(({ duration }) => duration))
    .toEqual(['09:50.00', '10:00.00']);

  await page.goto(`/timer?eventId=${race.eventId}&view=shift`);
  await moved.getByRole('button', { name: 'Take back' }).click();
  await expect(moved).toHaveCount(0);
  await openTimer(page, race);
  await expect
    .poll(async () => (await boardOf(page)).map(({ duration }) => duration))
    .toEqual(['10:00.00', '10:10.00']);
});
