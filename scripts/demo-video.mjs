import './lib/require-node.mjs';
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { requireFfmpeg, takeStill } = await import('./demo-video/ffmpeg.mjs');

/** @typedef {import('./demo-video/film.mjs').Film} Film */
/** @typedef {import('@playwright/test').Browser} Browser */

const RATE = 15;
const MOST_BYTES = 5_000_000;
const SHORTEST_MS = 30_000;
const LONGEST_MS = 60_000;
/** The poster shows the leaderboard on both phones, after the last finger has left the picture. */
const POSTER_BEFORE_END_S = 0.5;
const FILES = { film: 'demo.mp4', captions: 'demo.vtt', poster: 'demo-poster.jpg' };

/** @param {Browser} browser @returns {Promise<Film>} */
async function record(browser) {
  const { createFilm } = await import('./demo-video/film.mjs');
  const { openPhone } = await import('./demo-video/phone.mjs');
  const { playStory } = await import('./demo-video/story.mjs');
  const film = createFilm();
  const phones = {
    helper: await openPhone(browser, 'start', film),
    coach: await openPhone(browser, 'finish', film),
  };
  await playStory({ ...phones, film });
  for (const { page } of Object.values(phones)) await page.context().close();
  return film;
}

/** @param {Browser} browser @param {Film} film @param {string} folder */
async function develop(browser, film, folder) {
  const { composeFilm } = await import('./demo-video/compose.mjs');
  const file = join(folder, FILES.film);
  await composeFilm({ browser, film, folder, rate: RATE, file });
  const end = film.duration() / 1000 - POSTER_BEFORE_END_S;
  await takeStill({ film: file, seconds: end, width: 1280, file: join(folder, FILES.poster) });
  writeFileSync(join(folder, FILES.captions), toWebVtt(film.cues()));
}

/**
 * The captions of the film as a text track, for viewers who want them larger or in another font: in the free column
 * below.
 * @param {ReturnType<Film['cues']>} cues
 */
function toWebVtt(cues) {
  /** @param {number} ms */
  const stamp = (ms) => new Date(ms).toISOString().slice(11, 23);
  // With a `line` setting too, browsers would cut off text that does not fit into one line.
  const place = 'position:4% size:33% align:start';
  const lines = cues.map(({ text, from, to }) => `${stamp(from)} --> ${stamp(to)} ${place}\n${text}\n`);
  return ['WEBVTT\n', ...lines].join('\n');
}

/** @param {string} folder @param {number} duration */
function publish(folder, duration) {
  const { size } = statSync(join(folder, FILES.film));
  const told = `${(duration / 1000).toFixed(1)} s, ${(size / 1_000_000).toFixed(2)} MB`;
  if (size >= MOST_BYTES || duration < SHORTEST_MS || duration > LONGEST_MS) {
    throw new Refusal(`The film must be 30 to 60 s long and under 5 MB; this one is ${told}.`);
  }
  for (const name of Object.values(FILES)) copyFileSync(join(folder, name), fromRoot('src', 'client', 'public', name));
  console.log(`src/client/public/${FILES.film}: ${told}`);
}

await runCommand(async () => {
  await requireFfmpeg();
  await ensureInstalled();
  await ensureBuilt();
  const { startServer } = await import('./demo-video/server.mjs');
  const { launch } = await import('./demo-video/browser.mjs');
  const { PIXEL_RATIO } = await import('./demo-video/phone.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-film-'));
  const server = await startServer();
  const browser = await launch(server.port, PIXEL_RATIO);
  try {
    console.log('Recording…');
    const film = await record(browser);
    console.log('Putting the pictures together…');
    await develop(browser, film, folder);
    publish(folder, film.duration());
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
