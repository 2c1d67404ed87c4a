import { randomUUID } from 'node:crypto';
import { arrive, expect, test } from './fixtures.ts';
import {
  boardOf,
  change,
  chooseFromShareMenu,
  counters,
  createRace,
  exportCsv,
  finishIn,
  inactiveOf,
  openTimer,
  ranking,
  section,
  tapAs,
  undoBar,
} from './race.ts';

test('Racers who did not come are set to DNS together, and brought back together', async ({ page, context }) => {
  await arrive(page);
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
  await expect(counters(page)).toContainText('Finished 1 / 3 · 1 out');
  await expect.poll(() => inactiveOf(page)).toEqual(['Cy']);
  await expect(page.getByRole('region', { name: 'Not ranked' })).toContainText(/DNS\s*Bo\s*Did not start/);
});

test('Of a hundred racers the rows near the screen are drawn, and all of them are set together @proof', async ({
  page,
  context,
}) => {
  await arrive(page);
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

test('The winner is disqualified: a viewer sees the new ranking at once, without the reason', async ({
  page,
  context,
  openBrowser,
}) => {
  await arrive(page);
  const race = await createRace(context.request, 'Short cut', ['Ada', 'Bo']);
  await finishIn(context.request, race, 'Ada', 60);
  await finishIn(context.request, race, 'Bo', 65);
  const viewer = await openBrowser();
  await viewer.goto(race.viewerLink);
  await expect.poll(() => ranking(viewer)).toEqual(['#1 Ada', '#2 Bo']);

  await openTimer(page, race);
  await section(page, 'Leaderboard').getByRole('button', { name: 'Ada' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ada' });
  await sheet.getByRole('button', { name: 'Status, penalty or bonus' }).click();
  await sheet.getByRole('combobox', { name: 'Status' }).selectOption('DSQ');
  await sheet.getByRole('region', { name: 'Status' }).getByLabel('Reason').fill('Left the course');
  await sheet.getByRole('button', { name: 'Set DSQ' }).click();

  await expect.poll(() => ranking(viewer)).toEqual(['#1 Bo']);
  await expect(viewer.getByRole('region', { name: 'Not ranked' })).toContainText(/DSQ\s*Ada\s*Disqualified/);
  await expect(viewer.locator('body')).not.toContainText('Left the course');
});

test('A penalty moves a rank, stands in the row and the detailed file, and can be taken back', async ({
  page,
  context,
}) => {
  await arrive(page);
  const race = await createRace(context.request, 'Touched a cone', ['Ada', 'Bo']);
  await finishIn(context.request, race, 'Ada', 60);
  await finishIn(context.request, race, 'Bo', 65);
  await openTimer(page, race);
  await section(page, 'Leaderboard').getByRole('button', { name: 'Ada' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ada' });
  await sheet.getByRole('button', { name: 'Status, penalty or bonus' }).click();
  const penalties = sheet.getByRole('region', { name: 'Penalties and bonuses' });
  await penalties.getByRole('button', { name: '+0:10' }).click();
  await penalties.getByLabel('Reason').fill('Cone');
  await penalties.getByRole('button', { name: 'Add +0:10 penalty' }).click();
  await expect(penalties.getByRole('listitem')).toHaveText(/\+0:10 penalty\s*Cone/);
  await page.keyboard.press('Escape');

  await expect.poll(() => ranking(page)).toEqual(['#1 Bo', '#2 Ada']);
  await expect(section(page, 'Leaderboard').getByRole('listitem').nth(1)).toContainText('+0:10 penalty');
  const { text } = await exportCsv(page, 'Export detailed CSV');
  expect(text).toMatch(/,Ada,.*,01:10\.00,OK,01:00\.00,00:10\.00,Cone,/);

  await chooseFromShareMenu(page, 'History');
  await page.getByRole('button', { name: /^Take back: \+10 s penalty for Ada/ }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => ranking(page)).toEqual(['#1 Ada', '#2 Bo']);
});

test('The times of a phone whose clock was wrong are moved together, and moved back', async ({ page, context }) => {
  await arrive(page);
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
