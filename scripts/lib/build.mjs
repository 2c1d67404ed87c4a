import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { listLanguages } from './language-files.mjs';
import { withLock } from './lock.mjs';
import { commandOf, fromRoot, Refusal } from './project.mjs';
import { runNode } from './run.mjs';

const dist = fromRoot('dist');
const stamp = join(dist, '.pushoff-build');
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
  const steps = ['build', 'language-files', 'languages', 'page-chunks', 'page-weight', 'texts', 'translated'].map(
    (name) => fromRoot('scripts', 'lib', `${name}.mjs`),
  );
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

/**
 * The old build stays until all parts of the new one are whole; the stamp is removed first and written last, so that an
 * interrupted swap is never taken for a build.
 * @param {string} next
 * @param {string} built
 */
function swapIn(next, built) {
  rmSync(stamp, { force: true });
  for (const part of Object.keys(parts)) {
    if (existsSync(join(dist, part))) renameSync(join(dist, part), join(next, `old-${part}`));
    renameSync(join(next, part), join(dist, part));
  }
  writeFileSync(stamp, built);
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

/** @param {{ quiet: boolean }} options */
async function build({ quiet }) {
  for (const left of readdirSync(dist).filter((name) => name.startsWith('.next-'))) {
    rmSync(join(dist, left), { recursive: true, force: true });
  }
  if (quiet) console.error('Building…');
  // The fingerprint is taken before the work: a file saved while Vite reads then makes the next start build again.
  const built = fingerprint();
  const next = mkdtempSync(join(dist, '.next-'));
  try {
    await Promise.all(Object.keys(parts).map((part) => buildPart(next, part, undefined, quiet)));
    const rest = listLanguages().flatMap((language) => TRANSLATED.map((part) => ({ part, language })));
    const work = async () => {
      for (let each = rest.shift(); each !== undefined; each = rest.shift()) {
        await buildPart(next, each.part, each.language, quiet);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    swapIn(next, built);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** @param {{ quiet: boolean }} options */
export const buildAnew = (options) => withLock(() => build(options));

export async function ensureBuilt() {
  if (isFresh()) return;
  await withLock(async () => {
    if (!isFresh()) await build({ quiet: true });
  });
}
