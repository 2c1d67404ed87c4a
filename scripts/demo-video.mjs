import './lib/require-node.mjs';
import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const RATE = 15;
const MOST_BYTES = 5_000_000;
const SHORTEST_MS = 30_000;
const LONGEST_MS = 60_000;
/** The leaderboard has its new first place, and the finger is gone. */
const POSTER_CAPTION = /leaderboard/;

/** @param {number} ms */
const stamp = (ms) => new Date(ms).toISOString().slice(11, 23);

/** In the free column under the words in the picture, for whoever wants them larger or in another type. @param {{ text: string; from: number; to: number }[]} cues */
const toWebVtt = (cues) =>
  `WEBVTT\n${cues.map(({ text, from, to }) => `\n${stamp(from)} --> ${stamp(to)} line:80% position:4% size:33% align:start\n${text}\n`).join('')}`;

async function record() {
  const { chromium } = await import('@playwright/test');
  const { ensureChromium } = await import('./lib/chromium.mjs');
  const { SHOWN_HOST, startServer } = await import('./demo-video/server.mjs');
  const { createFilm } = await import('./demo-video/film.mjs');
  const { openPhone, PIXEL_RATIO } = await import('./demo-video/phone.mjs');
  const { playStory } = await import('./demo-video/story.mjs');

  const executablePath = await ensureChromium();
  const server = await startServer();
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      ...['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
      `--force-device-scale-factor=${PIXEL_RATIO}`,
      `--host-resolver-rules=MAP ${SHOWN_HOST}:80 127.0.0.1:${server.port}`,
      // As with https: service worker and all.
      `--unsafely-treat-insecure-origin-as-secure=http://${SHOWN_HOST}`,
    ],
  });
  try {
    const film = createFilm();
    const helper = await openPhone(browser, 'start', film);
    const coach = await openPhone(browser, 'finish', film);
    await playStory({ helper, coach, film });
    return film;
  } finally {
    await browser.close();
    await server.stop();
  }
}
