#!/usr/bin/env node
/**
 * Starts Firefox for Playwright and stands between the two. Playwright 1.65 begins each context with a command that
 * Firefox ESR 153 does not know (a colour scheme), and gives up when that is refused: here it is answered with nothing.
 * Firefox gives no id to the download of a file that the page itself has made, and Playwright drops a download without
 * one: here the address of the file is the id.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const DOWNLOAD = /^browsingContext\.download(?:WillBegin|End)$/;
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;
/** A screenshot or a large answer of a page. */
const MOST_BYTES = 256 * 1024 * 1024;

const { PUSHOFF_FIREFOX: program = 'firefox-esr' } = process.env;
const firefox = spawn(program, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));

for await (const line of createInterface({ input: firefox.stderr })) {
  const address = LISTENING.exec(line)?.[1];
  console.error(address === undefined ? line : line.replace(address, await standBetween(address)));
}

/** The address at which Playwright reaches Firefox. @param {string} address */
async function standBetween(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: MOST_BYTES });
  server.on('connection', (playwright) => {
    const browser = new WebSocket(`${address}/session`, { maxPayload: MOST_BYTES, perMessageDeflate: false });
    const isOpen = once(browser, 'open');
    playwright.on('message', async (data) => {
      const text = String(data);
      await isOpen;
      const { id, method } = JSON.parse(text);
      if (method === UNKNOWN) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
      else browser.send(text);
    });
    browser.on('message', (data) => playwright.send(nameDownload(String(data))));
    browser.on('close', () => playwright.close());
    playwright.on('close', () => browser.close());
  });
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `ws://127.0.0.1:${port}`;
}

/** @param {string} text */
function nameDownload(text) {
  if (!text.includes('browsingContext.download')) return text;
  const message = JSON.parse(text);
  if (DOWNLOAD.test(message.method)) message.params.download ??= message.params.url;
  return JSON.stringify(message);
}
