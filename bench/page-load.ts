import { inflateSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { racerName } from './ours.ts';

/** The preset of the browser's own tools: the round trip and the rates that a request sees. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const SLOWED = 4;
const PATIENCE_MS = 120_000;
/** A packed frame; the browser's tools show it as base64. */
const BINARY = 2;
/** Stands on the board as soon as there is one result. */
export const RESULT = racerName(0);
/** As text: a function would carry names of the program that translated this file. */
const WATCH = `requestAnimationFrame(function look() {
  if (document.body?.innerText.includes(${JSON.stringify(RESULT)})) performance.mark('first-result');
  else requestAnimationFrame(look);
});`;

export interface LoadedFile {
  readonly type: string;
  readonly name: string;
  readonly kb: number;
}

export interface PageFigures {
  /** The files loaded until the page was live. */
  readonly files: readonly LoadedFile[];
  readonly resultMs: number;
  readonly readyMs: number;
}

export async function newContext(
  browser: Browser,
  server: { readonly url: string },
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

/** Loads a page as a phone on a weak connection does, for the first time. */
export async function loadPage(
  browser: Browser,
  server: { readonly url: string },
  path: string,
  cookie: string,
): Promise<PageFigures> {
  const { context, page, session } = await openPhone(browser, server, cookie);
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
    if (/^\{"type":"(event|changes|rows)"/.test(text)) live?.();
  });
  const began = Date.now();
  await page.goto(server.url + path, { waitUntil: 'commit' });
  await isLive;
  const readyMs = Date.now() - began;
  const files = [...loaded];
  const resultMs = await awaitResult(page);
  await context.close();
  return { files, resultMs, readyMs };
}

/** The same for a page that follows nothing: only until its first result is shown. */
export async function timeFirstResult(
  browser: Browser,
  server: { readonly url: string },
  path: string,
  cookie: string,
): Promise<number> {
  const { context, page } = await openPhone(browser, server, cookie);
  await page.goto(server.url + path, { waitUntil: 'commit' });
  const resultMs = await awaitResult(page);
  await context.close();
  return resultMs;
}

async function openPhone(browser: Browser, server: { readonly url: string }, cookie: string) {
  const context = await newContext(browser, server, cookie);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await page.addInitScript({ content: WATCH });
  return { context, page, session };
}

async function awaitResult(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('first-result').length > 0, undefined, {
    timeout: PATIENCE_MS,
  });
  return page.evaluate(() => performance.getEntriesByName('first-result')[0]!.startTime);
}
