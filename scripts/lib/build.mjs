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
import { withLock } from './lock.mjs';
import { commandOf, fromRoot, Refusal } from './project.mjs';
import { runNode } from './run.mjs';

const dist = fromRoot('dist');
const stamp = join(dist, '.pushoff-build');
const parts = { client: 'vite.config.ts', render: 'vite.render.config.ts', server: 'vite.server.config.ts' };

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
  const hash = createHash('sha256');
  for (const file of [...sources, ...settings, import.meta.filename].sort()) {
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
    const results = await Promise.all(
      Object.entries(parts).map(([part, config]) => {
        const outDir = join(next, part);
        mkdirSync(outDir);
        return runNode(commandOf('vite'), ['build', '--config', config, '--outDir', outDir, '--emptyOutDir'], {
          capture: true,
          env: { ...process.env, NODE_ENV: 'production' },
          timeoutMs: 5 * 60_000,
        });
      }),
    );
    for (const { ok, output } of results) if (!quiet || !ok) console.error(output.trimEnd());
    if (!results.every(({ ok }) => ok)) throw new Refusal('The build failed.');
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
