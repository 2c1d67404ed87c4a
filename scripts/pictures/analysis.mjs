import { FILM_SECONDS, inventRide, writeFitFile, writeGoProFile, writeGpxFile } from './ride.mjs';
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
      await delta.evaluate((region) => scrollBy(0, region.getBoundingClientRect().top - 16));
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

/** Ten seconds into the film, on the video and in every chart. @param {Page} page */
async function showVideo(page) {
  await page.locator('video:not(.invisible)').waitFor();
  await page.keyboard.press('l');
  await page.waitForFunction(() => {
    const video = document.querySelector('video:not(.invisible)');
    return video instanceof HTMLVideoElement && video.readyState >= 2 && !video.seeking && video.currentTime > 5;
  });
  // On a phone the video stays at the top, and the charts go by below it.
  const below = await page.locator('[data-video]').evaluate((video) => {
    scrollBy(0, video.getBoundingClientRect().top - 16);
    return video.getBoundingClientRect().bottom;
  });
  if ((page.viewportSize()?.width ?? 0) >= 640) return;
  const speed = page.getByRole('slider', { name: 'Speed', exact: true });
  await speed.evaluate((chart, top) => scrollBy(0, chart.getBoundingClientRect().top - top), below + 40);
}
