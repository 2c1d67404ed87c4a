import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canInstall, ensureProgram, installPackage } from './debian.mjs';
import { Refusal } from './project.mjs';

/**
 * Stories that are not told in Firefox, and why: each is Chromium's by nature, or asks for a command that the remote
 * control of Firefox lacks. `npm run engines` prints the list.
 * @type {readonly { title: RegExp; why: string }[]}
 */
export const notInFirefox = [];

/** Where Debian puts the small browser that WebKitWebDriver starts. */
function findMiniBrowser() {
  const libraries = '/usr/lib';
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .map((folder) => join(libraries, folder, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find((path) => existsSync(path));
}

/** The decoders of ordinary videos, without which /analysis in WebKit plays none. */
const DECODERS = ['base', 'good', 'bad'].map((kind) => `gstreamer1.0-plugins-${kind}`).concat('gstreamer1.0-libav');

async function ensureWebKit() {
  await ensureProgram('Xvfb', 'xvfb');
  const isNew = findMiniBrowser() === undefined;
  await ensureProgram('WebKitWebDriver', 'webkit2gtk-driver');
  if (isNew && canInstall) for (const decoder of DECODERS) await installPackage(decoder);
  const found = findMiniBrowser();
  if (found === undefined)
    throw new Refusal('WebKitGTK is here without its MiniBrowser (Debian: libwebkit2gtk-4.1-0).');
  return found;
}

/**
 * Finds or installs the engines besides Chromium, and names them in the environment, where playwright.config.ts looks.
 * An engine that this machine cannot have is told and left out: on a Mac there is no WebKitGTK.
 * @returns {Promise<string[]>} the projects that can run
 */
export async function ensureEngines() {
  const engines = [
    { project: 'firefox', variable: 'PUSHOFF_FIREFOX', ensure: () => ensureProgram('firefox-esr') },
    { project: 'webkit', variable: 'PUSHOFF_MINIBROWSER', ensure: ensureWebKit },
  ];
  const here = [];
  for (const { project, variable, ensure } of engines) {
    try {
      process.env[variable] ??= await ensure();
      here.push(project);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      console.log(`Left out: ${project}. ${error.message}`);
    }
  }
  if (here.length === 0) throw new Refusal('No other engine than Chromium can be had on this machine.');
  return here;
}

/** What is told nowhere but in Chromium, for the end of `npm run engines`. */
export function tellLeftOut() {
  for (const { title, why } of notInFirefox) console.log(`Not in Firefox: ${title.source}\n  ${why}`);
  console.log('WebKit has stories of its own (tests/webkit), because WebDriver is all that it understands.');
}
