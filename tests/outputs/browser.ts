import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTally } from './compare.ts';
import { type Element, parseHtml } from './readers/html.ts';
import type { Reading } from './readers/reading.ts';

/** The browser of the stories, by the same settings. */
export function openBrowser(): Promise<Browser> {
  const { PUSHOFF_CHROMIUM: executablePath, CI } = process.env;
  if (executablePath === undefined) throw new Error('No Chromium found: `npm test` gets one.');
  return chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0 && !CI,
    args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
}

/** Tall enough that no list leaves rows out. */
const VIEWPORT = { width: 1280, height: 4000 };
/** How long a page may take until it says the right thing. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 50;

/** One browser of the owner and one of nobody, for all events: scripts are loaded once. */
const contexts = new WeakMap<Browser, Map<boolean, Promise<BrowserContext>>>();

function contextOf({ stage: { world } }: Reading, browser: Browser, isOwner: boolean): Promise<BrowserContext> {
  const known = contexts.get(browser) ?? new Map<boolean, Promise<BrowserContext>>();
  contexts.set(browser, known);
  const made = known.get(isOwner) ?? open();
  known.set(isOwner, made);
  return made;

  async function open(): Promise<BrowserContext> {
    const { server, owner } = world;
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: VIEWPORT,
      serviceWorkers: 'block',
      locale: 'en',
    });
    const cookies = owner.cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.url };
    });
    if (isOwner) await context.addCookies(cookies);
    return context;
  }
}

export async function withPage(
  reading: Reading,
  browser: Browser,
  path: string,
  read: (page: Page) => Promise<void>,
  { isOwner = false } = {},
): Promise<void> {
  const page = await (await contextOf(reading, browser, isOwner)).newPage();
  try {
    await page.goto(path);
    await read(page);
  } finally {
    await page.close();
  }
}

/** Reads the page again and again until it says the right thing; what it says at last is what counts. */
export async function eventually(
  reading: Reading,
  page: Page,
  look: (reading: Reading, html: Element) => void,
): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const html = parseHtml(await page.content());
    const tally = createTally();
    look({ ...reading, check: tally.of('', 0) }, html);
    if (tally.differences.length === 0 || Date.now() > until) return look(reading, html);
    await sleep(PAUSE_MS);
  }
}
