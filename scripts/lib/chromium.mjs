import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackage } from './debian.mjs';
import { commandOf, fromRoot, Refusal } from './project.mjs';
import { runNode } from './run.mjs';

const DOWNLOAD_MS = 5 * 60_000;
/** The headless shell is preferred: the same browser without windows, which takes two thirds of the processor's time. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const USUAL_PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** @param {string} path */
function works(path) {
  if (!existsSync(path)) return false;
  // A browser on Windows prints nothing on its command line.
  if (process.platform === 'win32') return true;
  try {
    return /chrom/i.test(execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe', timeout: 30_000 }));
  } catch {
    return false;
  }
}

async function downloadedByPlaywright() {
  if (!existsSync(fromRoot('node_modules', '@playwright', 'test'))) return [];
  const { chromium } = await import('@playwright/test');
  return [chromium.executablePath()];
}

/** Undefined when no Chromium is found. */
export async function findChromium() {
  const asked = process.env['PUSHOFF_CHROMIUM'];
  if (asked) {
    if (works(asked)) return asked;
    throw new Refusal(`PUSHOFF_CHROMIUM names ${asked}, which is not a Chromium that runs.`);
  }
  const onPath = NAMES.flatMap((name) =>
    (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)),
  );
  return [...(await downloadedByPlaywright()), ...onPath, ...USUAL_PLACES].find((path) => works(path));
}

/** Finds a Chromium or installs one, where this machine allows it. */
export async function ensureChromium() {
  const found = await findChromium();
  // Where the scripts may install packages, a browser with windows is not taken for granted.
  if (found?.endsWith('/bin/chromium') && canInstall && !process.env['PUSHOFF_CHROMIUM']) {
    await installPackage(SHELL);
    return (await findChromium()) ?? found;
  }
  if (found) return found;

  console.log('No Chromium here: downloading one…');
  const download = await runNode(commandOf('@playwright/test'), ['install', 'chromium'], {
    capture: true,
    timeoutMs: DOWNLOAD_MS,
  });
  if (download.ok) {
    const downloaded = await findChromium();
    if (downloaded) return downloaded;
  }

  if (canInstall) {
    console.log("Not to be had: installing Debian's package…");
    for (const packageName of [SHELL, 'chromium']) {
      const problem = await installPackage(packageName);
      const installed = await findChromium();
      if (installed) return installed;
      if (problem) console.log(problem.trimEnd());
    }
  }
  throw new Refusal(
    "No Chromium for the end-to-end tests: install your system's package (Debian: chromium), or name one in PUSHOFF_CHROMIUM.",
  );
}
