import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { finish, onCourseOf, ranking, start, undoBar } from './race.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('A visitor times a race on the landing page without an account, and the server hears nothing of it @proof', async ({
  page,
}) => {
  await page.goto('/landing');
  await page.getByRole('link', { name: 'Try a race here' }).click();
  await expect.poll(() => onCourseOf(page)).toEqual(['Dana Petrov', 'Gus Marlowe']);
  expect(await ranking(page)).toEqual(['#1 Eli Brandt', '#2 Farah Haddad']);

  const sent: string[] = [];
  page.on('request', (request) => void sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  page.on('websocket', () => void sent.push('a socket'));
  await finish(page, 'Dana Petrov');
  await expect.poll(() => ranking(page)).toEqual(['#1 Dana Petrov', '#2 Eli Brandt', '#3 Farah Haddad']);
  await start(page, 'Kenji Mori');
  await expect.poll(() => onCourseOf(page)).toEqual(['Gus Marlowe', 'Kenji Mori']);
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => onCourseOf(page)).toEqual(['Gus Marlowe']);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  expect(
    sent.filter((call) => !call.startsWith('GET /assets/')),
    'only parts of the page are loaded',
  ).toEqual([]);
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Never lose a finish.' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => ranking(page), 'a new visit is a new race').toEqual(['#1 Eli Brandt', '#2 Farah Haddad']);
});

/** The films that are asked for, as they are. */
function watchFilms(page: Page): string[] {
  const films: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.mp4')) films.push(pathname);
  });
  return films;
}

const filmSection = (page: Page): Locator =>
  page.getByRole('region', { name: 'Start at one end, finish at the other' });

test('A visitor sees the timer move on the landing page, stops it, and sees pictures in their own shape', async ({
  page,
}) => {
  const films = watchFilms(page);
  await page.goto('/landing');
  const section = filmSection(page);
  const pause = section.getByRole('button', { name: 'Pause the film' });
  await expect(pause).toBeAttached();
  expect(films, 'nothing is loaded before a visitor comes to it').toEqual([]);
  await pause.scrollIntoViewIfNeeded();
  const film = section.locator('video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await pause.click();
  await expect(film).toHaveJSProperty('paused', true);
  expect(new Set(films)).toEqual(new Set(['/pictures/two-phones-tall-light.mp4']));

  // A picture that has another shape than its room would move the page when it arrives.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const picture of await page.locator('img[src^="/pictures/"]').all()) {
      await picture.scrollIntoViewIfNeeded();
      const shapes = () =>
        picture.evaluate(async (img: HTMLImageElement) => {
          await img.decode();
          const { width: shown, height } = img.getBoundingClientRect();
          return [img.currentSrc, Math.round(Math.abs(img.naturalHeight / img.naturalWidth - height / shown) * 100)];
        });
      await expect
        .poll(shapes)
        .toEqual([expect.stringMatching(width === 390 ? /-tall-light/ : /(?:phones|run|compare)-light/), 0]);
    }
  }
});

test('A visitor who wants less motion sees a picture of the timer, and gets the demo video in the shape of a phone', async ({
  page,
}) => {
  const films = watchFilms(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/landing');
  const section = filmSection(page);
  await section.getByRole('button', { name: 'Play the film' }).scrollIntoViewIfNeeded();
  await expect(section.getByRole('img')).toBeVisible();
  await expect(section.locator('video')).toHaveCount(0);
  await page.getByRole('button', { name: 'View demo video' }).click();
  const demo = page.getByRole('dialog').locator('video');
  await demo.evaluate((video: HTMLVideoElement) => video.play());
  await expect
    .poll(() => demo.evaluate((video: HTMLVideoElement) => video.videoHeight / video.videoWidth))
    .toBeCloseTo(16 / 9);
  expect(new Set(films)).toEqual(new Set(['/demo-tall.mp4']));
});
