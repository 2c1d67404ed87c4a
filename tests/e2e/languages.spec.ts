import type { Page } from '@playwright/test';
import { readLanguage } from '../../scripts/lib/language-files.mjs';
import { wordsOf } from '../../scripts/lib/words-of.mjs';
import { waitForWorker } from './device.ts';
import { arrive, expect, test } from './fixtures.ts';
import { createRace, finishIn, type Race, toasts } from './race.ts';
import { setLanguage } from './words.ts';

const GERMAN = 'de';
const t = wordsOf(GERMAN);
const german = readLanguage(GERMAN);

const choose = (page: Page, label: string, language: string) =>
  page.getByRole('contentinfo').getByRole('combobox', { name: label }).selectOption(language);

const expectLanguage = (page: Page, language: string): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('lang', language);

test('[LG5] A coach chooses German in the footer, times in it, and goes back to English', async ({ page }) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  await finishIn(page.request, race, 'Bo', 3_000);
  await expectLanguage(page, 'en');
  await choose(page, 'Language', german.language);
  await expectLanguage(page, GERMAN);
  await expect(page.getByRole('heading', { name: t('Your Events') })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: t('Your Events') })).toBeVisible();

  await page.goto(`/timer?eventId=${race.eventId}`);
  const section = (title: string) => page.getByRole('region', { name: t(title) });
  for (const word of ['Start', 'Finish'])
    await page.getByRole('button', { name: `${t(word)} Ada`, exact: true }).click();
  await expect(section('Leaderboard').getByRole('listitem')).toContainText([/#1\s*Ada/, /#2\s*Bo/]);

  await page.goto('/account');
  await expectLanguage(page, GERMAN);
  await choose(page, t('Language'), 'English');
  await expectLanguage(page, 'en');
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
});

test.describe('With a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    '[LG6] An app that was chosen in German opens in German with no network',
    { tag: '@proof' },
    async ({ page, context }) => {
      await arrive(page);
      await waitForWorker(page);
      await choose(page, 'Language', german.language);
      await expectLanguage(page, GERMAN);
      const workerOf = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
      await expect.poll(workerOf, 'the German app is kept on the device').toMatch(/\/sw\.de\.js$/);
      await context.setOffline(true);
      await page.goto('/homepage');
      await expectLanguage(page, GERMAN);
      await expect(page.getByRole('heading', { name: t('Your Events') })).toBeVisible();
      await context.setOffline(false);
      await choose(page, t('Language'), 'English');
      await expectLanguage(page, 'en');
      await expect(page.getByRole('heading', { name: 'Your Events' })).toBeVisible();
    },
  );
});

const prepareRace = async (page: Page): Promise<Race> => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  await finishIn(page.request, race, 'Ada', 62);
  return race;
};

test('A spectator gets the language of their browser at once, and keeps the one that they choose', async ({
  page,
  openBrowser,
}) => {
  const race = await prepareRace(page);
  const reader = await openBrowser({ locale: 'de-DE' });
  await reader.goto(race.viewerLink);
  await expectLanguage(reader, GERMAN);
  await expect(reader.getByRole('region', { name: t('Leaderboard') })).toContainText('Ada');
  await choose(reader, t('Language'), 'English');
  await expectLanguage(reader, 'en');
  await reader.reload();
  await expect(reader.getByRole('button', { name: 'Share' })).toBeVisible();
  await expectLanguage(reader, 'en');
});

test('An organiser whose browser asks for German is offered it once', { tag: '@proof' }, async ({ openBrowser }) => {
  const willing = await openBrowser({ locale: 'de-DE' });
  await willing.goto('/landing');
  await expectLanguage(willing, 'en');
  await expect(toasts(willing)).toContainText(german.offer);
  await toasts(willing).getByRole('button', { name: german.language }).click();
  await expectLanguage(willing, GERMAN);

  const unwilling = await openBrowser({ locale: 'de-DE' });
  await unwilling.goto('/landing');
  await expect(toasts(unwilling)).toContainText(german.offer);
  await toasts(unwilling).getByRole('button', { name: 'Dismiss' }).click();
  await unwilling.reload();
  await expect(unwilling.getByRole('contentinfo')).toBeVisible();
  await expectLanguage(unwilling, 'en');
  await expect(toasts(unwilling).getByText(german.offer)).toHaveCount(0);
});

test('Without scripts the public page comes in the chosen language, and in English for a choice that does not exist', async ({
  page,
  openBrowser,
  baseURL,
}) => {
  const race = await prepareRace(page);
  const reader = await openBrowser({ javaScriptEnabled: false });
  const description = reader.locator('meta[name="description"]');
  await setLanguage(reader.context(), baseURL!, GERMAN);
  await reader.goto(race.viewerLink);
  await expectLanguage(reader, GERMAN);
  await expect(reader.getByRole('region', { name: t('Leaderboard') })).toContainText('Ada');
  await expect(description).toHaveAttribute(
    'content',
    t('Live leaderboard: {0}, {1} finished, {2} on course.', `3 ${t('racer | racers').split(' | ').at(-1)}`, '1', '0'),
  );
  for (const unknown of ['xx', 'de-XX', '../de', 'd', 'constructor', 'e%6E', '"de"']) {
    await setLanguage(reader.context(), baseURL!, unknown);
    const answer = await reader.goto(race.viewerLink);
    expect(answer!.status(), unknown).toBe(200);
    await expectLanguage(reader, 'en');
    await expect(reader.getByRole('region', { name: 'Leaderboard' })).toContainText('Ada');
    await expect(description).toHaveAttribute('content', 'Live leaderboard: 3 racers, 1 finished, 0 on course.');
  }
});
