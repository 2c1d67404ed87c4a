import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { figureOf } from '../figures.ts';
import { startOurs } from '../ours.ts';
import type { Report } from '../report.ts';
import { makeCsv, makeFit, makeMovie } from '../telemetry-files.ts';

const FIT_RECORDS = 14_000;
const CSV_BYTES = 3e6;
const CHART_POINTS = 100_000;
const LONGEST_TASK = 50;
const LONGEST_DRAWING = 150;
const READ_MS = 120_000;
/** As text: a function would carry names of the program that translated this file. */
const WATCH = `window.longTasks = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ startTime, duration });
}).observe({ type: 'longtask' });`;

/**
 * Measures long tasks of the page's main thread with large files. The browser reports tasks over 50 ms; 0 means none.
 */
export async function measureTelemetryPage(
  rounds: number,
  movieBytes: number,
  executablePath: string,
  report: Report,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-bench-page-'));
  const server = await startOurs();
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath, chromiumSandbox: !isRoot, args: ['--disable-gpu'] });
  try {
    const movie = makeMovie(folder, movieBytes);
    const files = [
      [`FIT of ${FIT_RECORDS} records`, makeFit(folder, FIT_RECORDS)],
      ['CSV of 3 MB', makeCsv(folder, CSV_BYTES)],
      [`GoPro movie of ${(movie.size / 1e9).toFixed(1)} GB`, movie.file],
    ] as const;
    for (const [name, file] of files) {
      const measured: { readonly longest: number; readonly ms: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const page = await openAnalysis(browser, server.url);
        measured.push(await add(page, file));
        await page.context().close();
      }
      report.add({
        name: `${name} on the page: longest task of the main thread in ms, while it is read and listed`,
        ours: figureOf(measured.map(({ longest }) => longest)),
        limit: figureOf([LONGEST_TASK]),
        aim: { of: 'ours', atMost: LONGEST_TASK },
      });
      report.add({ name: `${name} on the page: ms until it is listed`, ours: figureOf(measured.map(({ ms }) => ms)) });
    }
    await measureCharts(browser, server.url, makeFit(folder, CHART_POINTS), report);
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openAnalysis(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript({ content: WATCH });
  await page.goto(`${url}/analysis`);
  await page.getByLabel('Files to add').waitFor({ state: 'attached' });
  // Loading the page is measured elsewhere.
  await page.waitForLoadState('networkidle');
  return page;
}

async function add(page: Page, file: string): Promise<{ readonly longest: number; readonly ms: number }> {
  const began = await now(page);
  await page.getByLabel('Files to add').setInputFiles(file);
  await page.getByRole('link', { name: /^Open: / }).waitFor({ timeout: READ_MS });
  const ms = (await now(page)) - began;
  return { longest: await longestSince(page, began), ms };
}

const now = (page: Page): Promise<number> => page.evaluate('performance.now()');

async function longestSince(page: Page, began: number): Promise<number> {
  // The browser reports a task during a later one.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))');
  return page.evaluate(
    `Math.max(0, ...window.longTasks.filter(({ startTime }) => startTime >= ${began}).map(({ duration }) => duration))`,
  );
}

async function measureCharts(browser: Browser, url: string, file: string, report: Report): Promise<void> {
  const page = await openAnalysis(browser, url);
  await add(page, file);
  await page.getByRole('link', { name: /^Open: / }).click();
  const charts = page.getByRole('region', { name: 'Charts', exact: true });
  await charts.locator('canvas').first().waitFor({ timeout: READ_MS });
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1000))');
  const drawing: number[] = [];
  for (const width of [1200, 1280, 1100]) {
    const began = await now(page);
    await page.setViewportSize({ width, height: 900 });
    drawing.push(await longestSince(page, began));
  }
  report.add({
    name: `Charts of ${CHART_POINTS / 1000}k points: longest task in ms when all are drawn anew`,
    ours: figureOf(drawing),
    limit: figureOf([LONGEST_DRAWING]),
    aim: { of: 'ours', atMost: LONGEST_DRAWING },
  });
  await charts.scrollIntoViewIfNeeded();
  const box = (await charts.locator('canvas').first().boundingBox())!;
  const began = await now(page);
  for (let step = 0; step < 60; step += 1) {
    await page.mouse.move(box.x + (box.width * (step + 1)) / 62, box.y + box.height / 2);
  }
  report.add({
    name: `Charts of ${CHART_POINTS / 1000}k points: longest task in ms while the cursor moves`,
    ours: figureOf([await longestSince(page, began)]),
    limit: figureOf([LONGEST_TASK]),
    aim: { of: 'ours', atMost: LONGEST_TASK },
  });
  await page.context().close();
}
