import './lib/require-node.mjs';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { requireFfmpeg, takeStill } = await import('./demo-video/ffmpeg.mjs');

/** @typedef {import('./demo-video/film.mjs').Film} Film */
/** @typedef {import('./demo-video/phone.mjs').Phone} Phone */
/** @typedef {import('./demo-video/phone.mjs').Scheme} Scheme */
/** @typedef {import('@playwright/test').Browser} Browser */

const RATE = 15;
const FILM_QUALITY = 23;
const LOOP_QUALITY = 28;
const MOST_FILM_BYTES = 5_000_000;
/** A visitor of the landing page loads one loop without having asked for it. */
const MOST_LOOP_BYTES = 500_000;
const SHORTEST_MS = 30_000;
const LONGEST_MS = 60_000;
/** Stills show the leaderboard, after the last finger has left the picture. */
const STILL_BEFORE_END_S = 0.5;
/** @type {Scheme[]} */
const SCHEMES = ['light', 'dark'];

/**
 * @param {Browser} browser
 * @param {Scheme} scheme
 * @param {(parts: { helper: Phone; coach: Phone; film: Film }) => Promise<void>} play
 * @returns {Promise<Film>}
 */
async function record(browser, scheme, play) {
  const { createFilm } = await import('./demo-video/film.mjs');
  const { openPhone } = await import('./demo-video/phone.mjs');
  const film = createFilm();
  const phones = {
    helper: await openPhone(browser, 'start', film, scheme),
    coach: await openPhone(browser, 'finish', film, scheme),
  };
  await play({ ...phones, film });
  for (const { page } of Object.values(phones)) await page.context().close();
  return film;
}

/** The demo video, in one cut for wide screens and one for phones. @param {Browser} browser @param {string} folder */
async function makeDemo(browser, folder) {
  const { composeFilm } = await import('./demo-video/compose.mjs');
  const { inEveryLanguage } = await import('./demo-video/captions.mjs');
  const { TALL, WIDE } = await import('./demo-video/layouts.mjs');
  const { playStory } = await import('./demo-video/story.mjs');
  const film = await record(browser, 'light', playStory);
  const duration = film.duration();
  if (duration < SHORTEST_MS || duration > LONGEST_MS) {
    throw new Refusal(`The film must be 30 to 60 s long; this one has ${(duration / 1000).toFixed(1)} s.`);
  }
  console.log('Putting the pictures together…');
  const cuts = [
    // With a `line` setting too, browsers would cut off text that does not fit into one line.
    { layout: WIDE, name: 'demo', still: 1280, place: ' position:4% size:33% align:start' },
    { layout: TALL, name: 'demo-tall', still: 720, place: '' },
  ].map((cut) => ({ ...cut, file: join(folder, `${cut.name}.mp4`) }));
  await composeFilm({ browser, film, folder: pictureFolder(), rate: RATE, quality: FILM_QUALITY, cuts });
  for (const { name, still, place, file } of cuts) {
    const seconds = duration / 1000 - STILL_BEFORE_END_S;
    await takeStill({ film: file, seconds, width: still, file: join(folder, `${name}-poster.jpg`) });
    for (const { ending, cues } of inEveryLanguage(film.cues())) {
      writeFileSync(join(folder, `${name}.${ending}`), toWebVtt(cues, place));
    }
  }
  refuseLarge(folder, MOST_FILM_BYTES);
}

/** The moving picture of the landing page: two shapes, two colour schemes. @param {Browser} browser @param {string} folder */
async function makeLoops(browser, folder) {
  const { composeFilm } = await import('./demo-video/compose.mjs');
  const { ONE_OF_PAIR, PAIR } = await import('./demo-video/layouts.mjs');
  const { playLoop } = await import('./demo-video/story.mjs');
  for (const scheme of SCHEMES) {
    const film = await record(browser, scheme, (parts) => playLoop(parts, `${scheme}@example.org`));
    const cuts = [
      { layout: PAIR, name: `two-phones-${scheme}` },
      { layout: ONE_OF_PAIR, name: `two-phones-tall-${scheme}` },
    ].map((cut) => ({ ...cut, file: join(folder, `${cut.name}.mp4`) }));
    await composeFilm({ browser, film, scheme, folder: pictureFolder(), rate: RATE, quality: LOOP_QUALITY, cuts });
    for (const { layout, name, file } of cuts) {
      const seconds = film.duration() / 1000 - STILL_BEFORE_END_S;
      const width = layout.shown * layout.ratio;
      await takeStill({ film: file, seconds, width, file: join(folder, `${name}.webp`) });
    }
  }
  refuseLarge(folder, MOST_LOOP_BYTES);
}

/**
 * The captions of the film as a text track, for viewers who want them larger or in another font: in the free column
 * beside the phones, or below.
 * @param {ReturnType<Film['cues']>} cues
 * @param {string} place
 */
function toWebVtt(cues, place) {
  /** @param {number} ms */
  const stamp = (ms) => new Date(ms).toISOString().slice(11, 23);
  const lines = cues.map(({ text, from, to }) => `${stamp(from)} --> ${stamp(to)}${place}\n${text}\n`);
  return ['WEBVTT\n', ...lines].join('\n');
}

/** @type {string[]} */
const pictureFolders = [];
function pictureFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-pictures-'));
  pictureFolders.push(folder);
  return folder;
}

/** @param {string} folder @param {number} most */
function refuseLarge(folder, most) {
  const large = readdirSync(folder).filter((name) => statSync(join(folder, name)).size > most);
  if (large.length > 0) throw new Refusal(`More than ${most} bytes: ${large.join(', ')}`);
}

/** @param {string} from @param {string[]} to */
function publish(from, ...to) {
  mkdirSync(fromRoot(...to), { recursive: true });
  for (const name of readdirSync(from)) {
    copyFileSync(join(from, name), fromRoot(...to, name));
    console.log(`${[...to, name].join('/')}: ${Math.ceil(statSync(join(from, name)).size / 1000)} KB`);
  }
}

await runCommand(async () => {
  await requireFfmpeg();
  await ensureInstalled();
  await ensureBuilt();
  const { startServer } = await import('./demo-video/server.mjs');
  const { launch } = await import('./demo-video/browser.mjs');
  const { PIXEL_RATIO } = await import('./demo-video/phone.mjs');
  const [demo, loops] = [pictureFolder(), pictureFolder()];
  const server = await startServer();
  const browser = await launch(server.port, PIXEL_RATIO);
  try {
    console.log('Recording…');
    await makeLoops(browser, loops);
    publish(loops, 'src', 'client', 'public', 'pictures');
    await makeDemo(browser, demo);
    publish(demo, 'src', 'client', 'public');
  } finally {
    await browser.close();
    await server.stop();
    for (const folder of pictureFolders) rmSync(folder, { recursive: true, force: true });
  }
});
