import type { Page } from '@playwright/test';
import { arrive, expect, test } from './fixtures.ts';
import { epochMs } from '../../src/domain/units.ts';
import { change, createRace, finishButton, finishIn, type Race, section, startButton, tapAs } from './race.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Ada is first, Bo second, Cy on the course for two minutes, Dee waits. */
async function prepare(page: Page): Promise<Race> {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy', 'Dee']);
  await finishIn(page.request, race, 'Ada', 62.5);
  await finishIn(page.request, race, 'Bo', 300);
  await tapAs(page.request, race, 'start', 'Cy', { at: Date.now() - 120_000 });
  return race;
}

const topOf = async (page: Page, title: Parameters<typeof section>[1]): Promise<number> =>
  (await section(page, title).boundingBox())!.y;

test('[SP1] [SP3] [SP6] A spectator has the leaderboard on top of the phone, and below it who is on course, for which place', async ({
  page,
  openBrowser,
}) => {
  const race = await prepare(page);
  const withoutScripts = await openBrowser({ ...PHONE, javaScriptEnabled: false });
  const phone = await openBrowser(PHONE);
  for (const spectator of [withoutScripts, phone]) {
    await spectator.goto(race.viewerLink);
    const onCourse = section(spectator, 'Racers On Course');
    await expect(onCourse.getByRole('listitem')).toContainText(/Cy.*#2 if in now.*02:\d\d/s);
    expect(await topOf(spectator, 'Leaderboard'), 'seen without scrolling').toBeLessThan(300);
    expect(await topOf(spectator, 'Racers On Course')).toBeGreaterThan(await topOf(spectator, 'Leaderboard'));
    expect(await topOf(spectator, 'Inactive Racers')).toBeGreaterThan(await topOf(spectator, 'Racers On Course'));
    await expect(finishButton(spectator, 'Cy')).toBeDisabled();
    await expect(startButton(spectator, 'Dee')).toBeDisabled();
  }
});

test('[SP4] [CA8] Rows and the racer’s sheet say what the owner shows, the card what is left to lead, and a search why nobody is there', async ({
  page,
  openBrowser,
}) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  const [ada, cy] = [race.racerIds['Ada']!, race.racerIds['Cy']!];
  const details = { club: 'Wheelers', team: 'Rovers', born: 1980, category: 'V40' };
  await change(page.request, race, { type: 'details.set', given: [{ racerId: ada, details }] });
  await change(page.request, race, { type: 'bibs.set', bibs: [{ racerId: ada, bib: '12' }] });
  await change(page.request, race, {
    type: 'race.configure',
    settings: { points: [{ line: 'p1', name: 'Half way' }] },
  });
  await change(page.request, race, { type: 'format.set', format: { shows: ['club', 'category'] } });
  const at = Date.now() - 600_000;
  await tapAs(page.request, race, 'start', 'Ada', { at });
  await change(page.request, race, { type: 'tap.enter', line: 'p1', racerId: ada, to: epochMs(at + 140_000) });
  await tapAs(page.request, race, 'finish', 'Ada', { at: at + 300_000 });
  await tapAs(page.request, race, 'start', 'Cy', { at: Date.now() - 60_000 });
  const phone = await openBrowser(PHONE);
  await phone.goto(`${race.viewerLink}&racer=${cy}`);
  await expect(phone.getByTestId('followed-racer')).toContainText(
    /on course · #\d if in now · needs 02:20 at Half way to lead, 0[01]:\d\d left/,
  );
  const row = section(phone, 'Leaderboard').getByRole('listitem');
  await expect(row).toContainText('Wheelers');
  await expect(row).not.toContainText('Rovers');
  await row.getByRole('button', { name: 'Ada' }).click();
  const sheet = phone.getByRole('dialog', { name: 'Ada' });
  await expect(sheet.locator('dt')).toHaveText(['Bib', 'Category', 'Club', 'Start', 'Half way', 'Finish']);
  await expect(sheet).toContainText('02:20.00 · #1');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await phone.getByRole('button', { name: 'Search racers' }).click();
  await phone.getByRole('searchbox').fill('Zoe');
  await expect(section(phone, 'Leaderboard')).toContainText('Nobody here matches “Zoe”.');
  await expect(section(phone, 'Leaderboard')).not.toContainText('No finishers yet');
});

test('[SP4] [SP5] A spectator follows a racer, who stays on top after a reload, and passes that racer on', async ({
  page,
  openBrowser,
}) => {
  const race = await prepare(page);
  const phone = await openBrowser({ ...PHONE, permissions: ['clipboard-read', 'clipboard-write'] });
  await phone.goto(race.viewerLink);
  await section(phone, 'Leaderboard').getByRole('button', { name: 'Bo', exact: true }).click();
  const dialog = phone.getByRole('dialog', { name: 'Bo' });
  await expect(dialog).toContainText('05:00.00');
  await dialog.getByRole('button', { name: 'Follow' }).click();
  await dialog.getByRole('button', { name: 'Share racer' }).click();
  await expect(phone.getByText('Link copied. It opens with this racer on top.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const card = (of: Page) => of.getByTestId('followed-racer');
  await phone.reload();
  await expect(card(phone)).toContainText(/★.*Bo.*#2.*05:00\.00/s);
  await tapAs(page.request, race, 'finish', 'Cy', { at: Date.now() });
  await expect(card(phone)).toContainText('#3');

  const link = await phone.evaluate(() => navigator.clipboard.readText());
  const friend = await openBrowser(PHONE);
  await friend.goto(link);
  await expect(card(friend)).toContainText(/☆.*Bo.*#3/s);
  expect((await card(friend).boundingBox())!.y).toBeLessThan(300);
  await friend.goto(race.viewerLink);
  await expect(friend.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(card(friend), 'a link alone follows nobody').toHaveCount(0);
});

test('[SP7] The menu behind Share comes with the press; where it does not arrive, the page says so and the next press tries again', async ({
  page,
  openBrowser,
}) => {
  const race = await prepare(page);
  const phone = await openBrowser(PHONE);
  await phone.goto(race.viewerLink);
  const share = phone.getByRole('button', { name: 'Share' });
  await expect(share).toBeVisible();
  await expect(phone.getByText('1 watching')).toBeVisible();
  await phone.route('**/assets/viewer-share-menu-*', (route) => route.abort());
  await share.click();
  const alert = phone.getByRole('alertdialog');
  await expect(alert).toContainText('This part of the page didn’t arrive.');
  await alert.getByRole('button', { name: 'OK' }).click();

  await phone.unroute('**/assets/viewer-share-menu-*');
  await share.click();
  await expect(phone.getByRole('menuitem', { name: 'Copy viewer link' })).toBeVisible();
  await phone.keyboard.press('Escape');
  await expect(phone.getByRole('menuitem')).toHaveCount(0);
  await expect(share, 'focus is back on the button').toBeFocused();
});
