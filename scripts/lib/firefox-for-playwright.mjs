#!/usr/bin/env node
/**
 * Starts Firefox for Playwright and stands between the two. Playwright 1.65 begins each context with a command that
 * Firefox ESR 153 does not know (a colour scheme), and gives up when that is refused: here it is answered with nothing.
 * Firefox gives no id to the download of a file that the page itself has made, and Playwright drops a download without
 * one: here the address of the file is the id. What Playwright cannot ask of Firefox (dark, less motion, paper, a finger
 * that stays down) comes as a header of a page from tests/e2e/firefox-wishes.ts, and is granted here.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const HEADERS = 'network.setExtraHeaders';
/** In lower case, as Playwright sends the names of headers. */
const WISH = 'firefox-wish';
const DOWNLOAD = /^browsingContext\.download(?:WillBegin|End)$/;
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;
/** A screenshot or a large answer of a page. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Runs in the browser's own window. A page that loads in another process has a new tab, without what the old one was told. */
const SET_MEDIA = `(id, wanted) => {
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  const tell = (tab) => {
    const { media, colorScheme, reducedMotion } = NavigableManager.told.get(NavigableManager.getIdForBrowsingContext(tab)) ?? {};
    if (media !== undefined) tab.mediumOverride = media === 'print' ? 'print' : '';
    if (colorScheme !== undefined) tab.prefersColorSchemeOverride = colorScheme ?? 'none';
    if (reducedMotion !== undefined) tab.prefersReducedMotionOverride = reducedMotion ?? 'none';
  };
  if (NavigableManager.told === undefined) {
    NavigableManager.told = new Map();
    for (const news of ['attached', 'did-set-embedder']) Services.obs.addObserver(tell, 'browsing-context-' + news);
  }
  NavigableManager.told.set(id, { ...NavigableManager.told.get(id), ...JSON.parse(wanted) });
  tell(NavigableManager.getBrowsingContextById(id));
}`;

const { PUSHOFF_FIREFOX: program = 'firefox-esr' } = process.env;
const firefox = spawn(program, ['--remote-allow-system-access', ...process.argv.slice(2)], {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
process.on('exit', () => firefox.kill());

for await (const line of createInterface({ input: firefox.stderr })) {
  const address = LISTENING.exec(line)?.[1];
  console.error(address === undefined ? line : line.replace(address, await standBetween(address)));
}

/** The address at which Playwright reaches Firefox. @param {string} address */
async function standBetween(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: MOST_BYTES });
  server.on('connection', (playwright) => {
    const browser = new WebSocket(`${address}/session`, { maxPayload: MOST_BYTES, perMessageDeflate: false });
    const own = createAsker(browser);
    const isOpen = once(browser, 'open');
    playwright.on('message', async (data) => {
      const text = String(data);
      await isOpen;
      const { id, method, params } = JSON.parse(text);
      const wish = method === HEADERS ? readWish(params.headers) : undefined;
      if (wish !== undefined) await grant(wish, params.contexts[0], own.ask);
      if (wish !== undefined || method === UNKNOWN)
        playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
      else browser.send(text);
    });
    browser.on('message', (data) => {
      const text = String(data);
      if (!own.take(text)) playwright.send(nameDownload(text));
    });
    browser.on('close', () => playwright.close());
    playwright.on('close', () => browser.close());
  });
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `ws://127.0.0.1:${port}`;
}

/** @typedef {{ contexts: { context: string }[] }} Answer of the one command whose answer is read */

/** Commands beside those of Playwright, which counts its own from one. @param {WebSocket} browser */
function createAsker(browser) {
  let last = 1_000_000_000;
  /** @type {Map<number, (result: Answer) => void>} */
  const asked = new Map();
  return {
    /** @param {string} method @param {object} params @returns {Promise<Answer>} */
    ask(method, params) {
      last += 1;
      browser.send(JSON.stringify({ id: last, method, params }));
      return new Promise((resolve) => asked.set(last, resolve));
    },
    /** Whether the answer was to a command of this side. @param {string} text */
    take(text) {
      if (asked.size === 0) return false;
      const { id, result, message } = JSON.parse(text);
      if (asked.has(id) && message !== undefined) throw new Error(message);
      asked.get(id)?.(result);
      return asked.delete(id);
    },
  };
}

/** @typedef {{ media?: Record<string, string | null>; fingers?: unknown[] }} Wish */

/** @param {{ name: string; value: { value: string } }[]} headers @returns {Wish | undefined} */
function readWish(headers) {
  const header = headers.find(({ name }) => name === WISH);
  return header && JSON.parse(header.value.value);
}

/** @param {Wish} wish @param {string} tab @param {(method: string, params: object) => Promise<Answer>} ask */
async function grant({ media, fingers }, tab, ask) {
  if (fingers !== undefined) await ask('input.performActions', { context: tab, actions: fingers });
  if (media === undefined) return;
  const { contexts } = await ask('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
  const values = [tab, JSON.stringify(media)].map((value) => ({ type: 'string', value }));
  const target = { context: contexts[0]?.context };
  await ask('script.callFunction', { functionDeclaration: SET_MEDIA, arguments: values, target, awaitPromise: false });
}

/** @param {string} text */
function nameDownload(text) {
  if (!text.includes('browsingContext.download')) return text;
  const message = JSON.parse(text);
  if (DOWNLOAD.test(message.method)) message.params.download ??= message.params.url;
  return JSON.stringify(message);
}
