import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';
import { pack } from '../../src/telemetry/domain/pack.ts';
import type { Samples } from '../../src/telemetry/domain/recording.ts';
import { runPaths } from '../../src/telemetry/protocol/runs.ts';
import { detailsOf, runPath, sourceOf } from '../support/runs.ts';
import { makeRun, straight } from '../telemetry/support/made-runs.ts';
import { readSample } from '../telemetry/support/samples.ts';
import { numberedFrames } from '../telemetry/support/numbered-frames.ts';
import { addTelemetry, ride } from '../telemetry/support/write-gopro.ts';
import { writeGpx } from '../telemetry/support/write-gpx.ts';
import { arrive, confirmAddressByMail, expect, getAccount, test } from './fixtures.ts';
import { createRace, openTimer, type Race, section, tapAs } from './race.ts';

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Two kilometres in a straight line, a fix each second. */
const rideAt = (speed: number): Samples =>
  makeRun({ place: straight, speed: () => speed, seconds: 2000 / speed, rate: 1 });

function gpxOf(name: string, { time, channels }: Samples, began: number): GivenFile {
  const points = Array.from(time, (seconds, at) => ({
    lat: channels.lat![at]!.toFixed(7),
    lon: channels.lon![at]!.toFixed(7),
    time: new Date(began + seconds * 1000).toISOString(),
  }));
  return { name, mimeType: 'application/gpx+xml', buffer: Buffer.from(writeGpx([[points]])) };
}

/** Chooses files from the disk and waits until each is a run beside the earlier ones. */
async function importRuns(page: Page, files: readonly GivenFile[], before = 0): Promise<void> {
  await page.goto('/analysis');
  await page.getByLabel('Files to add').setInputFiles([...files]);
  await expect(page.getByRole('checkbox', { name: /^Compare: / })).toHaveCount(before + files.length);
}

/** The displayed delta of the second run at the finish. */
async function readFinalDelta(page: Page): Promise<number> {
  const figure = page.getByRole('region', { name: 'Final delta' }).locator('[data-final-delta]');
  await expect(figure).toHaveText(/^[+−±]\d+\.\d{3}$/);
  return Number((await figure.innerText()).replace('−', '-').replace('±', ''));
}

async function compareBoth(page: Page, names: readonly RegExp[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('region', { name: 'Compare' }).getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'Compare runs' })).toBeVisible();
}

test(
  'Two rides of the same road are compared, and the page shows who was faster and where',
  { tag: '@proof' },
  async ({ page }) => {
    await getAccount(page);
    const began = Date.now() - 86_400_000;
    await importRuns(page, [gpxOf('quick.gpx', rideAt(10), began), gpxOf('slow.gpx', rideAt(8), began + 3_600_000)]);
    await compareBoth(page, [/quick/, /slow/]);

    // Between gates ten metres inside both ends: 1980 m at 8 and at 10 m/s.
    expect(await readFinalDelta(page)).toBeCloseTo(1980 / 8 - 1980 / 10, 0);
    const sectors = page.getByRole('region', { name: 'Sectors' }).getByRole('row');
    await expect(sectors).toHaveCount(4);
    await expect(sectors.nth(1)).toContainText(/quick/);
    await page.getByRole('region', { name: 'Where time was won' }).getByRole('button').first().click();

    // Moving a gate shortens the course, and with it every time.
    const before = await readFinalDelta(page);
    await page.getByRole('button', { name: /^Start line/ }).focus();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(() => readFinalDelta(page)).toBeLessThan(before - 0.5);

    await page.getByRole('link', { name: 'Swap the two' }).click();
    await expect.poll(() => readFinalDelta(page)).toBeLessThan(0);

    for (const [width, colorScheme] of [
      [1280, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      // Colours that are still changing from the other scheme have no contrast to be judged.
      await page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      });
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => [width, id, nodes[0]?.html])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  },
);

test('The two laps of RaceChrono end 0.396 s apart @proof', async ({ page }) => {
  await getAccount(page);
  const names = ['racechrono-tianma-lap13_v3.csv', 'racechrono-tianma-lap9_v3.csv'];
  const files = names.map((name) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(readSample(`csv/${name}`)) }));
  await importRuns(page, files);
  await compareBoth(page, [/lap13/, /lap9/]);
  expect(Math.abs((await readFinalDelta(page)) - 0.396)).toBeLessThan(0.01);
});

/** Twelve seconds of video in which every frame shows its own number, with positions in a straight line. */
function filmAt(name: string, speed: number, startUtc: number): GivenFile {
  const pictures = numberedFrames;
  const film = addTelemetry(pictures, { payloads: ride({ seconds: 12, speed, startUtc }), stream: 'GPS9' });
  return { name, mimeType: 'video/mp4', buffer: Buffer.from(film) };
}

/** The times of the frames that both videos show at the same moment, read from the pixels. */
const shownTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLVideoElement>('video:not(.invisible)'), (shown) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [180, 20];
      const context = canvas.getContext('2d')!;
      context.drawImage(shown, 0, 0, 180, 20);
      const isLight = (bit: number) => context.getImageData(bit * 20 + 10, 10, 1, 1).data[0]! > 127;
      return Array.from({ length: 9 }, (_, bit) => bit).reduce((sum, bit) => sum * 2 + Number(isLight(bit)), 0) / 30;
    }),
  );

test('Two videos play side by side at the same place, then after the same time @proof', async ({ page }) => {
  await getAccount(page);
  const startUtc = Date.UTC(2024, 5, 1, 10);
  await importRuns(page, [filmAt('GX010051.MP4', 7, startUtc), filmAt('GX010052.MP4', 8, startUtc + 3_600_000)]);
  await compareBoth(page, [/0051/, /0052/]);
  // Gates ten metres inside both ends of the first: 64 m at 8 and at 7 m/s.
  expect(await readFinalDelta(page)).toBeCloseTo(64 / 8 - 64 / 7, 1);
  const [fromA, fromB] = [10 / 7, 10 / 8];
  const apart = async (rateOfB: number) => {
    const [a = NaN, b = NaN] = await shownTimes(page);
    return Math.abs(b - fromB - (a - fromA) * rateOfB);
  };

  const drift = page.getByText(/^Drift \d+ ms$/);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(drift).toBeVisible();
  await expect.poll(async () => Number((await drift.innerText()).replace(/\D/g, ''))).toBeLessThan(40);
  await page.getByRole('button', { name: 'Pause' }).click();
  // A frame lasts 33 ms.
  await expect.poll(() => apart(7 / 8)).toBeLessThan(0.07);

  await page.getByRole('radio', { name: 'Same time' }).check();
  await expect.poll(() => apart(1)).toBeLessThan(0.07);
});

/** Attaches a recording to a racer's result through the API. */
async function attachRun(request: APIRequestContext, race: Race, racer: string, speed: number, began: number) {
  const samples = rideAt(speed);
  const clocks = [{ method: 'sample-time' as const, at: began, uncertaintySeconds: 0.5 }];
  const source = { ...sourceOf(samples.time.length), channels: ['lat', 'lon'], clocks };
  const runId = randomUUID();
  const details = detailsOf({
    name: `Ride of ${racer}`,
    duration: 2000 / speed,
    sources: [source],
    race: { eventId: race.eventId, racerId: race.racerIds[racer]! },
  });
  const put = await request.put(runPath(runPaths.run, runId), { data: { basedOn: null, isDeleted: false, details } });
  expect(put.ok(), await put.text()).toBe(true);
  const sent = await request.put(runPath(runPaths.samples, runId, source.id), {
    data: Buffer.from(pack(samples)),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
}

test('A run is attached to a racer, opened from the leaderboard, compared with another racer in two clicks, and shared @proof', async ({
  page,
  openBrowser,
  server,
}) => {
  await getAccount(page);
  const { request } = page.context();
  const race = await createRace(request, 'Mill Lane', ['Ada', 'Bo']);
  const began = Date.now() - 3_600_000;
  for (const [racer, seconds] of [
    ['Ada', 150],
    ['Bo', 180],
  ] as const) {
    await tapAs(request, race, 'start', racer, { at: began + 20_000 });
    await tapAs(request, race, 'finish', racer, { at: began + (20 + seconds) * 1000 });
  }
  await attachRun(request, race, 'Bo', 9, began);

  await importRuns(page, [gpxOf('ada.gpx', rideAt(10), began)], 1);
  await page.getByRole('link', { name: /ada/ }).first().click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Attach to a racer…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mill Lane' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Ada/ }).click();
  const panel = page.getByRole('region', { name: 'Race', exact: true });
  await expect(panel).toContainText('02:30.00');
  await expect(panel.getByRole('button', { name: 'Show the whole run' })).toBeVisible();
  // The run is shared from the same screen.
  const friend = await openBrowser();
  const email = await arrive(friend, 'Friend');
  await confirmAddressByMail(friend, server.dataDir, email);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Shared with' })).toContainText(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await openTimer(page, race);
  const board = section(page, 'Leaderboard');
  await board.getByRole('link', { name: 'Run of Ada' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /ada/ })).toBeVisible();
  await expect(panel).toContainText('02:30.00');

  await openTimer(page, race);
  await board.getByRole('button', { name: 'Compare Ada' }).click();
  await board.getByRole('link', { name: 'Compare with Bo' }).click();
  // Cut by the taps, not by the recordings.
  await expect(page.getByRole('combobox', { name: 'Part of the first run' })).toContainText('Race · 2:30.000');
  expect(await readFinalDelta(page)).toBeCloseTo(30, 2);

  await friend.goto('/analysis');
  await friend.getByRole('link', { name: 'ada', exact: true }).click();
  await expect(friend.getByRole('heading', { level: 1, name: 'ada' })).toBeVisible();
  await expect(friend.getByText(/Shared by Coach/)).toBeVisible();
  // The race is visible to its admins alone; a shared run shows nothing of it.
  await expect(friend.getByText('Official time')).toHaveCount(0);
});
