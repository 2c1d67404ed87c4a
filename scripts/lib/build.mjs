import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listLanguages, readLanguage } from './language-files.mjs';
import { withLock } from './lock.mjs';
import { commandOf, fromRoot, Refusal } from './project.mjs';
import { PSEUDO } from './pseudo-language.mjs';
import { runNode } from './run.mjs';

const dist = fromRoot('dist');
const stamp = join(dist, '.pushoff-build');
/** Has what the build's stamp has, once the other languages are in it. */
const languagesStamp = join(dist, '.pushoff-languages');
const parts = { client: 'vite.config.ts', render: 'vite.render.config.ts', server: 'vite.server.config.ts' };
/** Parts that have texts in them, and are built once for each language, into the folders of the English ones. */
const TRANSLATED = ['client', 'render'];
/** Languages built at once: each takes a core. */
const AT_ONCE = 2;

export const serverEntry = join(dist, 'server', 'main.js');
export const adminEntry = join(dist, 'server', 'admin.js');
const rendererEntry = join(dist, 'render', 'page-renderer.js');

/** Content is compared, not times: a fresh checkout, or a branch switched away from and back, needs no build. */
function fingerprint() {
  const sources = readdirSync(fromRoot('src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const settings = readdirSync(fromRoot())
    .filter((name) => /^(vite\..*config\.ts|vite\.config\.ts|tsconfig.*\.json|package(-lock)?\.json)$/.test(name))
    .map((name) => fromRoot(name));
  const languages = readdirSync(fromRoot('languages')).map((name) => fromRoot('languages', name));
  const steps = [
    'build',
    'language-files',
    'languages',
    'page-chunks',
    'page-weight',
    'plurals',
    'text-keys',
    'texts',
    'translated',
  ].map((name) => fromRoot('scripts', 'lib', `${name}.mjs`));
  const hash = createHash('sha256');
  for (const file of [...sources, ...settings, ...languages, ...steps].sort()) {
    const content = readFileSync(file);
    hash.update(`${file.slice(fromRoot().length)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function isFresh() {
  const entries = [stamp, serverEntry, adminEntry, rendererEntry, join(dist, 'client', 'index.html')];
  if (!entries.every((file) => existsSync(file))) return false;
  return readFileSync(stamp, 'utf8') === fingerprint();
}

/** Whether the languages belong to the English pages that are there. */
const hasLanguages = () =>
  existsSync(languagesStamp) && readFileSync(languagesStamp, 'utf8') === readFileSync(stamp, 'utf8');

/**
 * The old build stays until all parts of the new one are whole; the stamps are removed first and written last, so that an
 * interrupted swap is never taken for a build.
 * @param {string} next
 * @param {string} built
 */
function swapIn(next, built) {
  for (const each of [stamp, languagesStamp]) rmSync(each, { force: true });
  for (const part of Object.keys(parts)) {
    if (existsSync(join(dist, part))) renameSync(join(dist, part), join(next, `old-${part}`));
    renameSync(join(next, part), join(dist, part));
  }
  writeFileSync(stamp, built);
}

/**
 * Adds files and takes none away: the English pages are being read meanwhile. What renders a page and what a page loads
 * comes before the page, so that a server which starts now finds no page without its files.
 * @param {string} next
 */
function addIn(next) {
  for (const part of TRANSLATED.toReversed()) {
    const files = readdirSync(join(next, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(next, part), join(entry.parentPath, entry.name)));
    const isPage = (/** @type {string} */ file) => Number(file.endsWith('.html'));
    for (const file of files.sort((one, other) => isPage(one) - isPage(other))) {
      const target = join(dist, part, file);
      mkdirSync(dirname(target), { recursive: true });
      renameSync(join(next, part, file), target);
    }
  }
  writeFileSync(languagesStamp, readFileSync(stamp));
}

/** @param {string} next @param {string} part @param {string | undefined} language undefined for English @param {boolean} quiet */
async function buildPart(next, part, language, quiet) {
  const folder = part === 'render' && language !== undefined ? join(next, part, language) : join(next, part);
  mkdirSync(folder, { recursive: true });
  const config = /** @type {Record<string, string>} */ (parts)[part] ?? '';
  const { ok, output } = await runNode(commandOf('vite'), ['build', '--config', config, '--outDir', folder], {
    capture: true,
    env: { ...process.env, NODE_ENV: 'production', PUSHOFF_LANGUAGE: language ?? '' },
    timeoutMs: 5 * 60_000,
  });
  if (!quiet || !ok) console.error(output.trimEnd());
  if (!ok) throw new Refusal(language === undefined ? 'The build failed.' : `The build of ${language} failed.`);
}

/** @param {(next: string) => Promise<void>} work */
async function inNewFolder(work) {
  for (const left of readdirSync(dist).filter((name) => name.startsWith('.next-'))) {
    rmSync(join(dist, left), { recursive: true, force: true });
  }
  const next = mkdtempSync(join(dist, '.next-'));
  try {
    await work(next);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** @param {boolean} quiet */
async function buildEnglish(quiet) {
  if (quiet) console.error('Building the pages and the server: about half a minute, and once for each version…');
  // The fingerprint is taken before the work: a file saved while Vite reads then makes the next start build again.
  const built = fingerprint();
  await inNewFolder(async (next) => {
    await Promise.all(Object.keys(parts).map((part) => buildPart(next, part, undefined, quiet)));
    swapIn(next, built);
  });
}

/** @param {boolean} quiet */
async function buildLanguages(quiet) {
  const rest = listLanguages().flatMap((language) => TRANSLATED.map((part) => ({ part, language })));
  await inNewFolder(async (next) => {
    // A language's service worker keeps the files that are the same in every language, and says their digests.
    cpSync(fromRoot('src', 'client', 'public'), join(next, 'client'), { recursive: true });
    const work = async () => {
      for (let each = rest.shift(); each !== undefined; each = rest.shift()) {
        await buildPart(next, each.part, each.language, quiet);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    addIn(next);
  });
}

/** @param {{ quiet: boolean }} options */
export const buildAnew = ({ quiet }) =>
  withLock(async () => {
    await buildEnglish(quiet);
    await buildLanguages(quiet);
  });

export const ensureEnglish = () =>
  isFresh()
    ? undefined
    : withLock(async () => {
        if (!isFresh()) await buildEnglish(true);
      });

export async function ensureBuilt() {
  await ensureEnglish();
  await ensureLanguages();
}

/** Builds nothing where the source has changed since the English pages were built: the next start builds both. */
export const ensureLanguages = () =>
  hasLanguages()
    ? undefined
    : withLock(async () => {
        if (!hasLanguages() && isFresh()) await buildLanguages(true);
      });

/**
 * A copy of the build that has the language which nobody speaks too. In the build itself every English browser would get
 * it: its code begins with 'en'.
 * @param {string} folder within the project, for the packages
 */
export async function buildPseudo(folder) {
  await ensureBuilt();
  rmSync(folder, { recursive: true, force: true });
  cpSync(dist, folder, { recursive: true });
  for (const part of TRANSLATED) await buildPart(folder, part, PSEUDO, true);
  return join(folder, 'server', 'main.js');
}

/**
 * Builds the other languages while the server runs, in a process that yields to it: a tap must not wait for a build.
 * @param {() => Promise<void>} onBuilt
 */
export function buildLanguagesBeside(onBuilt) {
  if (hasLanguages()) return;
  const names = listLanguages().map((code) => readLanguage(code).language);
  console.error(`Building ${names.join(', ')} beside it: until then their pages come in English.`);
  const child = spawn(process.execPath, [fromRoot('scripts', 'build.mjs'), '--languages'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The server's end is not put off for it, and its end is the build's too.
  child.unref();
  process.on('exit', () => child.kill());
  child.on('exit', (code) => {
    // Ended by a signal, together with the server.
    if (code === null || code > 128) return;
    if (code !== 0)
      return console.error('The other languages could not be built. English stays; the next start tries again.');
    void onBuilt().then(() => console.error(`${names.join(', ')}: there now.`));
  });
}
