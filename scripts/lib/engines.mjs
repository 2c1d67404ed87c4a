import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canInstall, ensureProgram, installPackage } from './debian.mjs';
import { Refusal } from './project.mjs';

/**
 * Stories that are not told in Firefox, and why: each is Chromium's by nature, or asks for a command that the remote
 * control of Firefox lacks. `npm run engines` prints the list.
 * @type {readonly { title: RegExp; why: string }[]}
 */
export const notInFirefox = [
  {
    title: /outbox\.spec|offline-race\.spec/,
    why: 'They end a Chromium like a power cut and open its profile again.',
  },
  {
    title: /offline-shell\.spec|later-release\.spec|opens in German with no network/,
    why: 'They watch the requests of the service worker, which the remote control of Firefox does not show.',
  },
  {
    title: /names-in-the-way\.spec/,
    why: 'It sets the size of the text by the remote control of a Chromium.',
  },
  {
    title: /timer-performance\.spec/,
    why: 'It measures by the trace of a Chromium.',
  },
  {
    title: /four-phones\.spec|A double tap on Save/,
    why: 'Their touches carry time stamps of their own, which only a Chromium takes.',
  },
  {
    title: /no test card never leaves the browser/,
    why: 'It reads the bodies of requests, which the remote control of Firefox does not show.',
  },
  {
    title: /A PDF of the pages/,
    why: 'It reads the text of a PDF, and Firefox draws the letters of a variable font as shapes.',
  },
  {
    title: /An overlay is transparent/,
    why: 'It takes a picture without a ground, which the remote control of Firefox lacks; video mixers draw with Chromium.',
  },
  {
    title: /leave at their listed second/,
    why: 'A server has no loudspeaker, and Firefox then never says that the sound is on.',
  },
];

/** One story, which turns the service worker off: the older engine has no switch for it. */
export const notInOldWebKit = { title: /\[EN1\]/, why: 'Its service worker cannot be turned off.' };

/** Where Debian puts the small browser of a WebKit. @param {string} library */
function findMiniBrowser(library) {
  const libraries = '/usr/lib';
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .map((folder) => join(libraries, folder, library, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

const WEBKIT_GTK = 'webkit2gtk-4.1';
const WPE_WEBKIT = 'wpe-webkit-1.1';
const WPE_LIBRARY = 'libwpewebkit-1.1-0';

/** The decoders of ordinary videos, without which /analysis in WebKit plays none. No main story plays one. */
const DECODERS = ['base', 'good', 'bad'].map((kind) => `gstreamer1.0-plugins-${kind}`).concat('gstreamer1.0-libav');

/** @param {'main' | 'all'} which */
async function ensureWebKit(which) {
  await ensureProgram('Xvfb', 'xvfb');
  await ensureProgram('WebKitWebDriver', 'webkit2gtk-driver');
  if (which === 'all' && canInstall) await installPackage(...DECODERS);
  return found(findMiniBrowser(WEBKIT_GTK), 'libwebkit2gtk-4.1-0');
}

/** Safari 16.0: the oldest WebKit that the README promises, and the newest that Debian 12 has of this kind. */
async function ensureOldWebKit() {
  await ensureProgram('WPEWebDriver', 'wpewebkit-driver', WPE_LIBRARY);
  return found(findMiniBrowser(WPE_WEBKIT), WPE_LIBRARY);
}

/** @param {string | undefined} miniBrowser @param {string} packageName */
function found(miniBrowser, packageName) {
  if (miniBrowser === undefined) throw new Refusal(`There is no MiniBrowser here (Debian: ${packageName}).`);
  return miniBrowser;
}

/** In the order in which they run; `variable` is where playwright.config.ts looks. */
const engines = [
  { project: 'firefox', variable: 'PUSHOFF_FIREFOX', ensure: () => ensureProgram('firefox-esr'), isMain: true },
  { project: 'webkit', variable: 'PUSHOFF_MINIBROWSER', ensure: ensureWebKit, isMain: true },
  { project: 'old-webkit', variable: 'PUSHOFF_OLD_MINIBROWSER', ensure: ensureOldWebKit, isMain: false },
];

/** Set by a developer whose machine cannot have the engines: `npm test` then says what it has left out. */
export const isWithoutEngines = process.env['PUSHOFF_WITHOUT_ENGINES'] !== undefined;

/**
 * Finds or installs the engines besides Chromium. A missing one of the main engines is a failure, because `npm test`
 * would be green without half of the phones; the old WebKit, which few systems have, is told and left out.
 * @param {'main' | 'all'} which
 */
export async function ensureEngines(which) {
  const missing = [];
  for (const { project, variable, ensure, isMain } of engines.filter((each) => each.isMain || which === 'all')) {
    try {
      process.env[variable] ??= await ensure(which);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isMain) missing.push(`No ${project} here. ${error.message} Or name one in ${variable}.`);
      else console.log(`Left out: ${project}. ${error.message}`);
    }
  }
  if (missing.length > 0) {
    const without = 'A machine that cannot have them tests in Chromium alone: PUSHOFF_WITHOUT_ENGINES=1 npm test';
    throw new Refusal([...missing, without].join('\n'));
  }
  console.log(`Engines: ${enginesHere().join(', ')}`);
}

/** The projects of the engines that have been found. */
export const enginesHere = () => engines.filter(({ variable }) => process.env[variable]).map(({ project }) => project);

/** What is told nowhere but in Chromium, for the end of `npm run engines`. */
export function tellLeftOut() {
  for (const { title, why } of notInFirefox) console.log(`Not in Firefox: ${title.source}\n  ${why}`);
  console.log(`Not in the oldest WebKit: ${notInOldWebKit.title.source}\n  ${notInOldWebKit.why}`);
  console.log('WebKit has stories of its own (tests/webkit): Playwright cannot drive the WebKit of a distribution.');
}
