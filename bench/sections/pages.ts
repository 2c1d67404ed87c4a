import { inflateSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { tap } from '../../tests/support/commands.ts';
import { figureOf } from '../figures.ts';
import { type Ours, racerName, sendAll, setStage, startOurs } from '../ours.ts';
import type { Report } from '../report.ts';

/** The preset of the browser's own tools: the round trip and the rates that a request sees. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const SLOWED = 4;
const MOST_SHOWN = 12;
const PATIENCE_MS = 120_000;
/** A packed frame; the browser's tools show it as base64. */
const BINARY = 2;
const RESULT = racerName(0);
/** As text: a function would carry names of the program that translated this file. */
const WATCH = `requestAnimationFrame(function look() {
  if (document.body?.innerText.includes(${JSON.stringify(RESULT)})) performance.mark('first-result');
  else requestAnimationFrame(look);
});`;

interface LoadedFile {
  readonly type: string;
  readonly name: string;
  readonly kb: number;
}

interface PageFigures {
  /** The files loaded until the page was live. */
  readonly files: readonly LoadedFile[];
  readonly resultMs: number;
  readonly readyMs: number;
}

/** Measures what a phone on a weak connection waits for. */
export async function measurePages(rounds: number, executablePath: string, report: Report): Promise<void> {
  const server = await startOurs();
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath, chromiumSandbox: !isRoot, args: ['--disable-gpu'] });
  try {
    const { owner, races } = await setStage(server, { racers: 20, phones: 0 });
    const { eventId, racerIds, viewerKey } = races[0]!;
    await sendAll(
      owner,
      racerIds.flatMap((id) => [tap(eventId, 'start', id), tap(eventId, 'finish', id)]),
    );
    const viewer = `/timer?eventId=${eventId}&guestViewerKey=${viewerKey}`;
    await add(report, "viewer's page", 85, rounds, () => load(browser, server, viewer, ''));
    const organiser = `/timer?eventId=${eventId}`;
    await add(report, "organiser's app", 150, rounds, () => load(browser, server, organiser, owner.cookie));
    report.addTable({
      title: 'Without JavaScript',
      head: ['page', 'results shown'],
      rows: [["viewer's page", (await isShownWithoutScript(browser, server, viewer)) ? 'yes' : 'NO']],
    });
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function add(
  report: Report,
  name: string,
  budgetKb: number,
  rounds: number,
  measure: () => Promise<PageFigures>,
) {
  const measured: PageFigures[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measure());
  const of = (read: (figures: PageFigures) => number) => figureOf(measured.map(read));
  const limit = figureOf([budgetKb]);
  report.add({
    name: `${name}: KB of JavaScript until it is live (limit: the budget)`,
    ours: of(({ files }) => sum(scriptsOf(files))),
    limit,
    ratio: of(({ files }) => sum(scriptsOf(files)) / budgetKb),
    aim: { of: 'ours', atMost: budgetKb },
  });
  report.add({ name: `${name}: KB in all until it is live`, ours: of(({ files }) => sum(files)) });
  report.add({
    name: `${name}: ms to the first result (slow 4G, processor slowed 4 times)`,
    ours: of(({ resultMs }) => resultMs),
  });
  report.add({ name: `${name}: ms until it is live`, ours: of(({ readyMs }) => readyMs) });
  const heaviest = scriptsOf(measured[0]!.files).toSorted((one, other) => other.kb - one.kb);
  report.addTable({
    title: `The heaviest scripts: ${name}`,
    head: ['script', 'KB'],
    rows: heaviest.slice(0, MOST_SHOWN).map((file) => [file.name, file.kb.toFixed(1)]),
  });
}

const scriptsOf = (files: readonly LoadedFile[]) => files.filter(({ type }) => type === 'Script');
const sum = (files: readonly LoadedFile[]) => files.reduce((total, { kb }) => total + kb, 0);

async function newContext(
  browser: Browser,
  server: Ours,
  cookie: string,
  javaScriptEnabled = true,
): Promise<BrowserContext> {
  // The phone's first visit: an empty cache, and no prefetching for later.
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    javaScriptEnabled,
  });
  const cookies = cookie.split('; ').filter((each) => each !== '');
  await context.addCookies(
    cookies.map((each) => {
      const at = each.indexOf('=');
      return { name: each.slice(0, at), value: each.slice(at + 1), url: server.url };
    }),
  );
  return context;
}

async function load(browser: Browser, server: Ours, path: string, cookie: string): Promise<PageFigures> {
  const context = await newContext(browser, server, cookie);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const answers = new Map<string, { readonly type: string; readonly name: string; readonly headers: number }>();
  const loaded: LoadedFile[] = [];
  let live: (() => void) | undefined;
  const isLive = new Promise<void>((resolve, reject) => {
    live = resolve;
    setTimeout(() => reject(new Error(`${path} did not become live`)), PATIENCE_MS).unref();
  });
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    const name = new URL(response.url).pathname.split('/').at(-1)!;
    answers.set(requestId, { type, name, headers: response.encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer === undefined) return;
    loaded.push({ ...answer, kb: (encodedDataLength - answer.headers) / 1024 });
  });
  // The first frame with the event in it: from then on nothing on the page is old.
  session.on('Network.webSocketFrameReceived', ({ response: { opcode, payloadData } }) => {
    const text = opcode === BINARY ? inflateSync(Buffer.from(payloadData, 'base64')).toString() : payloadData;
    if (/^\{"type":"(event|changes)"/.test(text)) live?.();
  });
  await page.addInitScript({ content: WATCH });
  const began = Date.now();
  await page.goto(server.url + path, { waitUntil: 'commit' });
  await isLive;
  const readyMs = Date.now() - began;
  const files = [...loaded];
  await page.waitForFunction(() => performance.getEntriesByName('first-result').length > 0);
  const resultMs = await page.evaluate(() => performance.getEntriesByName('first-result')[0]!.startTime);
  await context.close();
  return { files, resultMs, readyMs };
}

async function isShownWithoutScript(browser: Browser, server: Ours, path: string): Promise<boolean> {
  const context = await newContext(browser, server, '', false);
  const page = await context.newPage();
  await page.goto(server.url + path);
  const isShown = await page.getByText(RESULT, { exact: true }).first().isVisible();
  await context.close();
  return isShown;
}
