import { CAMERA_LATER, FILM_SECONDS, inventRide, writeFitFile, writeGoProFile, writeGpxFile } from './ride.mjs';
import { filmRoad } from './road.mjs';

/** @typedef {import('./camera.mjs').Camera} Camera */
/** @typedef {import('@playwright/test').Page} Page */

/** @type {('light' | 'dark')[]} */
const SCHEMES = ['light', 'dark'];
const SHAPES = /** @type {const} */ ([
  ['', { width: 1280, height: 800 }],
  ['-tall', { width: 390, height: 620 }],
]);

/**
 * The video tool, for the landing page: a run with its video, and two runs compared.
 * @param {Camera} camera
 * @param {import('@playwright/test').Browser} browser
 * @param {number} port of the server: runs are kept only on a page that the browser trusts, such as one of this machine
 */
export async function photographAnalysis(camera, browser, port) {
  const steady = inventRide(() => 1);
  const bold = inventRide((along) => 1 + 0.05 * Math.sin(along / 420 + 2.4) + 0.02);
  const run = [
    await writeFitFile('mill-lane.fit', steady),
    await writeGoProFile('GX010042.MP4', await filmRoad(browser, FILM_SECONDS), steady),
  ];
  const two = [await writeGpxFile('first-lap.gpx', steady, 0), await writeGpxFile('second-lap.gpx', bold, 1_800_000)];

  for (const colorScheme of SCHEMES) {
    for (const [shape, viewport] of SHAPES) {
      const device = { colorScheme, viewport, baseURL: `http://127.0.0.1:${port}` };
      const page = await (shape === '' ? camera.openLaptop(device) : camera.openPhone(device));
      await addFiles(page, run);
      await page.getByRole('link', { name: 'Open: mill-lane.fit' }).click();
      await page.locator('[data-aligned]').getByText('By GPS clocks').waitFor();
      await showVideo(page);
      await camera.take(page, `run${shape}-${colorScheme}`);

      const other = await (shape === '' ? camera.openLaptop(device) : camera.openPhone(device));
      await addFiles(other, two);
      for (const name of [/first-lap/, /second-lap/]) {
        await other.getByRole('checkbox', { name }).check();
      }
      await other.getByRole('region', { name: 'Compare' }).getByRole('link', { name: 'Compare' }).click();
      const delta = other.getByRole('region', { name: 'Final delta' });
      await delta.locator('[data-final-delta]', { hasText: /\d\.\d{3}/ }).waitFor();
      await delta.evaluate((region) => region.scrollIntoView({ block: 'start' }));
      await camera.take(other, `compare${shape}-${colorScheme}`);
      await page.context().close();
      await other.context().close();
    }
  }
}

/** @param {Page} page @param {import('./ride.mjs').GivenFile[]} files */
async function addFiles(page, files) {
  await page.goto('/analysis');
  await page.getByLabel('Files to add').setInputFiles(files);
  // One run for each file, or one for all of them: each file that was read has its link.
  for (const { name } of files) await page.getByRole('link', { name: `Open: ${name}` }).waitFor();
}

/** A moment in the middle of the film, on the video and in every chart. @param {Page} page */
async function showVideo(page) {
  await page.locator('video:not(.invisible)').waitFor();
  const speed = page.getByRole('slider', { name: 'Speed', exact: true });
  const [from, to] = [await speed.getAttribute('aria-valuemin'), await speed.getAttribute('aria-valuemax')].map(Number);
  await speed.scrollIntoViewIfNeeded();
  const box = await speed.locator('.u-over').boundingBox();
  if (box === null) throw new Error('The chart of the speed is not on the screen');
  const part = (CAMERA_LATER + FILM_SECONDS / 2 - (from ?? 0)) / ((to ?? 1) - (from ?? 0));
  await page.mouse.click(box.x + part * box.width, box.y + box.height / 2);
  await page.locator('[data-video]').evaluate((video) => video.scrollIntoView({ block: 'start' }));
  await page.waitForFunction(() => {
    const video = document.querySelector('video:not(.invisible)');
    return video instanceof HTMLVideoElement && video.readyState >= 2 && !video.seeking && video.currentTime > 5;
  });
}
