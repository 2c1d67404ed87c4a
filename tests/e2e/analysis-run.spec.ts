import type { Locator, Page } from '@playwright/test';
import { type RunAnswer, runPaths } from '../../src/telemetry/protocol/runs.ts';
import { writeRide } from '../telemetry/support/write-fit.ts';
import { numberedFrames } from '../telemetry/support/numbered-frames.ts';
import { addTelemetry, ride } from '../telemetry/support/write-gopro.ts';
import { confirmAddressByMail, expect, getAccount, test } from './fixtures.ts';

const FRAMES = 30;
/** The camera was started this many seconds after the bike computer. */
const LATER = 20;
const RIDE_START = '2024-06-01T10:00:00Z';

/** Twelve seconds of video in which every frame shows its own number, in nine stripes of black and white. */
const pictures = numberedFrames;
const startUtc = Date.parse(RIDE_START) + LATER * 1000;
const payloads = ride({ seconds: 12, startUtc });
const video = {
  name: 'GX010042.MP4',
  mimeType: 'video/mp4',
  buffer: Buffer.from(addTelemetry(pictures, { payloads, stream: 'GPS9' })),
};
const fit = {
  name: 'evening-ride.fit',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(writeRide({ count: 61, start: RIDE_START })),
};

/** A run that is opened while files are still being read lacks the others until they are stored. */
async function untilRead(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: /^Open: / })).not.toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
}

async function openRun(page: Page): Promise<void> {
  await page.goto('/analysis');
  await page.getByLabel('Files to add').setInputFiles([video, fit]);
  await untilRead(page);
  await page.getByRole('link', { name: `Open: ${fit.name}` }).click();
  await expect(page.getByRole('heading', { name: 'evening-ride' })).toBeVisible();
}

/** The number of the frame on the screen; -1 while there is none. */
async function shownFrame(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shown = document.querySelector<HTMLVideoElement>('video:not(.invisible)');
    if (shown === null || shown.readyState < 2) return -1;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [180, 20];
    const context = canvas.getContext('2d')!;
    context.drawImage(shown, 0, 0, 180, 20);
    return Array.from({ length: 9 }, (_, bit) => context.getImageData(bit * 20 + 10, 10, 1, 1).data[0]! > 127).reduce(
      (number, isLight) => number * 2 + Number(isLight),
      0,
    );
  });
}

const timeOf = async (chart: Locator): Promise<number> => Number(await chart.getAttribute('aria-valuenow'));
const frameAt = (time: number): number => Math.floor((time - LATER) * FRAMES + 0.005);

/** The screen position of a time in a chart. */
async function placeOf(chart: Locator, time: number): Promise<{ x: number; y: number }> {
  await chart.scrollIntoViewIfNeeded();
  const box = (await chart.locator('.u-over').boundingBox())!;
  const [from, to] = [await chart.getAttribute('aria-valuemin'), await chart.getAttribute('aria-valuemax')].map(Number);
  return { x: box.x + ((time - from!) / (to! - from!)) * box.width, y: box.y + box.height / 2 };
}

test('A rider opens a GoPro video and a FIT, sees them lined up, and finds any moment in both', async ({ page }) => {
  await getAccount(page);
  await openRun(page);
  const speed = page.getByRole('slider', { name: 'Speed', exact: true });
  const heart = page.getByRole('slider', { name: 'Heart rate' });
  const lined = page.locator(`[data-aligned="${video.name}"]`);
  await expect(lined).toContainText(/By GPS clocks, ±[\d.]+ s, sure · \+20\.\d+ s/);
  await expect.poll(() => shownFrame(page)).toBe(0);

  // A press in one chart moves the video to the exact frame, and every other chart.
  const { x, y } = await placeOf(speed, 25);
  await page.mouse.click(x, y);
  const pressed = await timeOf(speed);
  expect(pressed).toBeCloseTo(25, 0);
  await expect.poll(() => shownFrame(page)).toBe(frameAt(pressed));
  expect(await timeOf(heart)).toBe(pressed);

  // Dragging does the same, and the last frame is that of the point where the finger was lifted.
  await page.mouse.move(x, y);
  await page.mouse.down();
  const end = await placeOf(speed, 29);
  await page.mouse.move(end.x, end.y, { steps: 12 });
  await page.mouse.up();
  const dragged = await timeOf(speed);
  expect(dragged).toBeCloseTo(29, 0);
  await expect.poll(() => shownFrame(page)).toBe(frameAt(dragged));

  // A key moves by one frame, and the cursor is at that frame's own time.
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => shownFrame(page)).toBe(frameAt(dragged) + 1);
  await expect.poll(() => timeOf(speed)).toBeCloseTo(LATER + (frameAt(dragged) + 1) / FRAMES, 1);

  // While the video plays the cursor follows; where it stops, frame and cursor agree.
  await page.keyboard.press('k');
  await expect.poll(() => timeOf(speed)).toBeGreaterThan(dragged + 0.3);
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect
    .poll(async () => (await shownFrame(page)) - Math.round(((await timeOf(speed)) - LATER) * FRAMES))
    .toBe(0);
});

test('A rider puts the video right by hand, takes it back, and matches a frame with a point @proof', async ({
  page,
}) => {
  await getAccount(page);
  await openRun(page);
  const speed = page.getByRole('slider', { name: 'Speed', exact: true });
  const lined = page.locator(`[data-aligned="${video.name}"]`);
  await expect(lined).toContainText('By GPS clocks');
  await expect.poll(() => shownFrame(page)).toBe(0);
  const before = await lined.textContent();

  const { x, y } = await placeOf(speed, 26);
  await page.mouse.click(x, y);
  const at = await timeOf(speed);
  await expect.poll(() => shownFrame(page)).toBe(frameAt(at));

  // The video frame stays, and the data moves under it.
  await page.getByRole('button', { name: 'Adjust' }).click();
  await page.getByRole('button', { name: '1 s later', exact: true }).click();
  await expect(lined).toContainText(/By hand, ±0\.03 s · \+21\.\d+ s/);
  await expect.poll(() => timeOf(speed)).toBeGreaterThan(at + 0.9);
  expect(await shownFrame(page)).toBe(frameAt(at));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lined).toHaveText(before!);

  // Twelve seconds are too short for a match by speed, and the page says so instead of guessing.
  await page.getByRole('button', { name: 'Match by speed' }).click();
  await expect(page.getByText(/at least a minute in common/)).toBeVisible();
  await expect(lined).toHaveText(before!);

  // While matching, the chart moves and the video does not; afterwards both move together again.
  await page.getByRole('button', { name: /^Match a frame/ }).click();
  const still = await shownFrame(page);
  const there = await placeOf(speed, 40);
  await page.mouse.click(there.x, there.y);
  const point = await timeOf(speed);
  expect(await shownFrame(page)).toBe(still);
  await page.getByRole('button', { name: 'This frame is this point' }).click();
  await expect(lined).toContainText('By hand');
  const offset = Number(/([\d.]+) s$/.exec((await lined.textContent())!)![1]);
  expect(offset).toBeCloseTo(point - still / FRAMES, 1);

  // The alignment is stored with the run.
  await page.reload();
  await expect(lined).toContainText(`+${offset.toFixed(3)} s`);
});

test('A video that the browser does not remember is asked for by name, and another file is refused @proof', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await getAccount(page);
  await openRun(page);
  await expect.poll(() => shownFrame(page)).toBe(0);
  await page.reload();
  const again = page.getByRole('button', { name: 'Choose the file again' });
  await expect(again).toBeVisible();

  const choose = async (file: typeof video) => {
    const chooser = page.waitForEvent('filechooser');
    await again.click();
    await (await chooser).setFiles(file);
  };
  await choose({ ...video, buffer: Buffer.from(pictures) });
  await expect(page.getByText(/That’s another file/)).toBeVisible();
  await choose(video);
  await expect.poll(() => shownFrame(page)).toBe(0);
});

test('A section is chosen by dragging over the overview, and its figures are shown beside those of the run @proof', async ({
  page,
}) => {
  await getAccount(page);
  await openRun(page);
  const strip = page.getByRole('slider', { name: /The whole run/ });
  const speed = page.getByRole('slider', { name: 'Speed', exact: true });
  const [from, to] = [await placeOf(strip, 15), await placeOf(strip, 45)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByText(/^Section 0:1\d\.\d – 0:4\d\.\d/)).toBeVisible();
  expect(Number(await speed.getAttribute('aria-valuemin'))).toBeCloseTo(15, 0);
  await expect(page.getByRole('columnheader', { name: 'Section' })).toBeVisible();
  await page.keyboard.press('0');
  await expect(page.getByRole('columnheader', { name: 'Section' })).toBeHidden();
  expect(Number(await speed.getAttribute('aria-valuemin'))).toBe(0);

  // The measured data is exported as GPX, and the charts as a picture.
  for (const [name, file] of [
    ['Export GPX', 'evening-ride.gpx'],
    ['Picture of the charts', 'evening-ride.png'],
  ] as const) {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    expect((await download).suggestedFilename()).toContain(file.replace('evening-ride', '').slice(1));
  }
});

test('A visitor with the link plays the video once its owner has uploaded it @proof', async ({
  page,
  openBrowser,
  server,
}) => {
  await confirmAddressByMail(page, server.dataDir, await getAccount(page));
  await openRun(page);
  const runId = page.url().split('/').at(-1)!;
  const path = runPaths.link.replace(':runId', runId);
  await expect.poll(async () => (await page.request.post(path, { data: { isOn: true } })).status()).toBe(200);
  const { run } = (await (await page.request.get(runPaths.run.replace(':runId', runId))).json()) as RunAnswer;
  const guest = await openBrowser();
  const link = `/analysis/${runId}#key=${run.sharing!.linkKey!}`;
  await guest.goto(link);
  await expect(guest.getByText('The video is on its owner’s disk.')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Adjust' })).toBeHidden();

  await page
    .getByRole('button', { name: `More about ${video.name}` })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Upload for sharing…' }).click();
  await page.getByRole('button', { name: /^Upload \d/ }).click();
  await expect(page.getByText('Those you share this run with can play the video.')).toBeVisible();

  await expect(async () => {
    await guest.reload();
    await expect.poll(() => shownFrame(guest), { timeout: 4_000 }).toBe(0);
  }).toPass();
  const speed = guest.getByRole('slider', { name: 'Speed', exact: true });
  const { x, y } = await placeOf(speed, 27);
  await guest.mouse.click(x, y);
  const at = await timeOf(speed);
  await expect.poll(() => shownFrame(guest)).toBe(frameAt(at));
});

test('Two chapters of one recording play as one video @proof', async ({ page }) => {
  const second = ride({ seconds: 12, startUtc: startUtc + 12_000 });
  const next = {
    ...video,
    name: 'GX020042.MP4',
    buffer: Buffer.from(addTelemetry(pictures, { payloads: second, stream: 'GPS9' })),
  };
  await getAccount(page);
  await page.goto('/analysis');
  await page.getByLabel('Files to add').setInputFiles([next, fit, video]);
  await untilRead(page);
  await page.getByRole('link', { name: `Open: ${fit.name}` }).click();
  await expect(page.getByText('0:24.00')).toBeVisible();
  const speed = page.getByRole('slider', { name: 'Speed', exact: true });
  await expect.poll(() => shownFrame(page)).toBe(0);

  const { x, y } = await placeOf(speed, LATER + 15);
  await page.mouse.click(x, y);
  await expect.poll(() => shownFrame(page)).toBe(frameAt((await timeOf(speed)) - 12));

  // Playing crosses the border between the chapters, and a step of one frame crosses it back.
  const before = await placeOf(speed, LATER + 11.5);
  await page.mouse.click(before.x, before.y);
  await expect.poll(() => shownFrame(page)).toBe(frameAt(await timeOf(speed)));
  await page.keyboard.press('k');
  await expect.poll(() => timeOf(speed)).toBeGreaterThan(LATER + 12.2);
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect
    .poll(async () => (await shownFrame(page)) - Math.round(((await timeOf(speed)) - LATER - 12) * FRAMES))
    .toBe(0);
});

test('A rider with an unconfirmed email is shown how to confirm it where they would upload a video @proof', async ({
  page,
}) => {
  await getAccount(page);
  await openRun(page);
  await page
    .getByRole('button', { name: `More about ${video.name}` })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Upload for sharing…' }).click();
  await expect(page.getByRole('button', { name: /^Upload \d/ })).toBeHidden();
  await page.getByRole('dialog').getByRole('link', { name: 'Confirm your email' }).click();
  await expect(page).toHaveURL(/\/account$/);
});

test(
  'An upload says when there is no room, waits when told to, and goes on after a reload where it stopped',
  {
    tag: '@proof',
  },
  async ({ page, server }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    await confirmAddressByMail(page, server.dataDir, await getAccount(page));
    await openRun(page);
    await expect.poll(() => shownFrame(page)).toBe(0);
    const openDialog = async () => {
      await page
        .getByRole('button', { name: `More about ${video.name}` })
        .last()
        .click();
      await page.getByRole('menuitem', { name: 'Upload for sharing…' }).click();
    };
    const upload = page.getByRole('button', { name: /^Upload \d/ });
    const refusal = { error: { code: 'video-quota', message: 'No room left.' } };
    await page.route('**/api/videos', (route) => route.fulfill({ status: 413, json: refusal }));
    await openDialog();
    await upload.click();
    await expect(page.getByText('No room left.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel the upload' }).click();
    await page.unroute('**/api/videos');

    // The first part never arrives.
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/videos')) sent.push(request.method());
    });
    await page.route('**/api/videos/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    );
    await upload.click();
    await expect.poll(() => sent).toEqual(['POST', 'PATCH']);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText(/paused/)).toBeVisible();

    await page.reload();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose the file again' }).click();
    await (await chooser).setFiles(video);
    await expect.poll(() => shownFrame(page)).toBe(0);
    await page.unroute('**/api/videos/*');
    await openDialog();
    await upload.click();
    await expect(page.getByText('Those you share this run with can play the video.')).toBeVisible();
    expect(sent).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH']);

    await page.getByRole('button', { name: 'Remove the upload' }).click();
    await expect(upload).toBeVisible();
    await expect.poll(() => sent.at(-1)).toBe('DELETE');
  },
);
