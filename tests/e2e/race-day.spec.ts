import type { Page } from '@playwright/test';
import { epochMs } from '../../src/domain/units.ts';
import { defaultEventName } from '../../src/domain/timing/time-zones.ts';
import { arrive, expect, getAccount, test } from './fixtures.ts';
import {
  boardOf,
  chooseFromMore,
  chooseFromShareMenu,
  counters,
  createRace,
  exportCsv,
  finish,
  finishButton,
  inactiveOf,
  inviteLink,
  joinByLink,
  onCourseOf,
  openTimer,
  ranking,
  section,
  start,
  startButton,
  toasts,
  undoBar,
} from './race.ts';

const HOME = 'Asia/Kolkata';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
test.use({ timezoneId: HOME });

const defaultNameNow = (): string => defaultEventName(epochMs(Date.now()), HOME);

async function addRacersToLibrary(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add many' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add many' });
  await dialog.getByRole('textbox').fill(names.join('\n'));
  await expect(dialog.getByText('6 racers, 18 credits; you have 100')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 6 racers' }).click();
  await expect(toasts(page)).toContainText('6 racers added.');
}

test('A coach times six racers with two helpers on their own browsers', async ({ page, openBrowser }) => {
  const racers = ['Ada', 'Bo', 'Cleo', 'Dag', 'Eva', 'Finn'];
  await arrive(page);
  await addRacersToLibrary(page, racers);
  await page.getByRole('link', { name: 'Create New Event' }).click();
  const names = [defaultNameNow()];
  await expect(page.getByRole('heading', { name: 'Select an Event' })).toBeVisible();
  const name = await page.getByLabel('Race name').inputValue();
  names.push(defaultNameNow());
  expect(names, 'the time on the wall, as the minute may have turned meanwhile').toContain(name);
  await page.getByRole('button', { name: 'Create Event' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await page.getByRole('button', { name: 'Add Racers' }).click();
  const picker = page.getByRole('dialog', { name: 'Add Racers' });
  await picker.getByRole('checkbox', { name: 'Select all 6' }).check();
  await picker.getByRole('button', { name: 'Add Selected Racers (6)' }).click();
  await expect(picker).toHaveCount(0);
  await expect(page.getByRole('banner')).toContainText('62');

  const link = await inviteLink(page);
  const atStart = await openBrowser({ timezoneId: 'America/Los_Angeles', ...PHONE });
  const atFinish = await openBrowser({ timezoneId: 'Pacific/Auckland', ...PHONE });
  await joinByLink(atStart, link, name);
  await joinByLink(atFinish, link, name);

  for (const racer of racers) await start(atStart, racer);
  await expect.poll(() => onCourseOf(atFinish), 'who started first stands on top').toEqual(racers);
  expect(await inactiveOf(page)).toEqual([]);
  // The last starter finishes first, so that the order of the durations does not depend on the machine's speed.
  const expected = racers.toReversed();
  for (const racer of expected) await finish(atFinish, racer);
  await expect(toasts(atFinish)).toContainText('Race finished!');

  await expect.poll(() => ranking(page)).toEqual(expected.map((racer, index) => `#${index + 1} ${racer}`));
  for (const text of ['Finished 6 / 6', 'On course 0']) await expect(counters(page)).toContainText(text);
  // To the hundredth, and in the event's time zone on every phone.
  await expect.poll(() => boardOf(atStart)).toEqual(await boardOf(page));
  await expect.poll(() => boardOf(atFinish)).toEqual(await boardOf(page));

  const file = await exportCsv(page, 'CSV');
  expect(file.name).toBe(`${name.replaceAll(/[/: ]/g, '_')}_results.csv`);
  const board = await boardOf(page);
  expect(file.text.replace('\u{FEFF}', '').split('\r\n')).toEqual([
    'Racer,Start Time,Finish Time,Duration',
    ...board.map((row) => [row.name, row.start, row.finish, row.duration].join()),
    '',
  ]);
});

test('[WY21] [WY23] A spectator follows by link and sees a finish arrive, and cannot press anything', async ({
  page,
  context,
  openBrowser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await getAccount(page);
  const race = await createRace(context.request, 'Hill climb', ['Ada', 'Bo']);
  await openTimer(page, race);
  await chooseFromShareMenu(page, 'Copy viewer link');
  const alert = page.getByRole('alertdialog', { name: 'Viewer link copied to clipboard!' });
  await alert.getByRole('button', { name: 'OK' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const spectator = await openBrowser(PHONE);
  await spectator.goto(link);
  await expect(spectator.getByRole('heading', { level: 1 })).toHaveText('Hill climb');
  await expect(startButton(spectator, 'Ada')).toBeDisabled();
  await start(page, 'Ada');
  await expect(finishButton(spectator, 'Ada')).toBeDisabled();
  await expect(section(spectator, 'Racers On Course')).toContainText(/\d\d:\d\d$/);
  await finish(page, 'Ada');

  await expect.poll(() => ranking(spectator)).toEqual(['#1 Ada']);
  await expect.poll(() => boardOf(spectator)).toEqual(await boardOf(page));
  await expect(spectator.getByTestId('finish-announcer')).toHaveText(/^Ada finished, \d\d:\d\d\.\d\d, rank 1$/);
  await expect(counters(page)).toContainText('2 watching');
  const enabled = spectator.getByRole('main').getByRole('button', { disabled: false });
  const offered = ['Search racers', 'Share', 'Ada', 'Bo'];
  await expect(enabled, 'to look and to share, but neither to leave the race nor to change it').toHaveText(offered);
  await spectator.getByRole('button', { name: 'Share' }).click();
  await expect(spectator.getByRole('menuitem')).toHaveText([
    'Copy viewer link',
    'Show viewer QR code',
    'Send me the results',
    'Export CSV',
    'Export detailed CSV',
  ]);
});

test(
  '[R3] A mis-tap is undone from the bar, and another one later from the history',
  { tag: '@proof' },
  async ({ page, context }) => {
    await getAccount(page);
    const race = await createRace(context.request, 'Two mistakes', ['Ada', 'Bo']);
    await openTimer(page, race);
    await start(page, 'Bo');
    await expect(undoBar(page)).toContainText(/Bo started, \d\d:\d\d:\d\d/);
    await undoBar(page).getByRole('button', { name: 'Undo' }).click();
    await expect(startButton(page, 'Bo')).toBeVisible();
    await expect(undoBar(page)).not.toContainText('Bo');

    await start(page, 'Ada');
    const card = section(page, 'Racers On Course').getByText(/started/);
    const [started = ''] = /started .*/.exec(await card.innerText()) ?? [];
    await finish(page, 'Ada');
    await expect.poll(() => ranking(page)).toEqual(['#1 Ada']);
    const [row] = await boardOf(page);
    // The reload removes the undo bar.
    await page.reload();
    await expect.poll(() => boardOf(page)).toEqual([row]);
    await chooseFromMore(page, 'History');
    const history = page.getByRole('dialog', { name: 'History' });
    const entry = history.getByRole('listitem').filter({ hasText: 'Finished Ada at' });
    await expect(entry).toContainText('You');
    await expect(entry).toContainText('this device');
    await entry.getByRole('button', { name: /^Undo: Finished Ada at/ }).click();
    await expect(entry).toContainText('taken back');
    await page.keyboard.press('Escape');
    await expect(finishButton(page, 'Ada')).toBeVisible();
    await expect(card).toContainText(started);

    // The removed tap was right after all: its time can be brought back.
    await chooseFromMore(page, 'History');
    await entry.getByRole('button', { name: /^Bring back: Finished Ada at/ }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => boardOf(page)).toEqual([row]);
    await expect(startButton(page, 'Bo')).toBeVisible();
  },
);
