import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf, fromRoot, Refusal } from './project.mjs';
import { runNode } from './run.mjs';

/** Beta 0.23, which has no tag. */
const UNTAGGED = '16cde90';
const BUILD_MS = 5 * 60_000;
const parts = { client: 'vite.config.ts', render: 'vite.render.config.ts', server: 'vite.server.config.ts' };

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: fromRoot(), encoding: 'utf8' });

/** The newest tag `beta-*` of a version below this one; the commit of Beta 0.23 where there is none. */
export function findReleaseBefore() {
  const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const tags = git('tag', '--list', 'beta-*').split('\n').filter(Boolean);
  return newestBelow(tags, version) ?? UNTAGGED;
}

/** @param {readonly string[]} tags @param {string} version */
export function newestBelow(tags, version) {
  const below = tags.filter((tag) => compareVersions(tag.slice('beta-'.length), version) < 0);
  return below.toSorted((one, other) => compareVersions(one.slice('beta-'.length), other.slice('beta-'.length))).at(-1);
}

/** @param {string} one @param {string} other */
function compareVersions(one, other) {
  const [left, right] = [one, other].map((text) => text.split('.').map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The sources of a release in a folder of its own, with the packages of this release. Its own code is the original;
 * dependencies that were upgraded since are not.
 * @param {string} release
 */
export function checkOutRelease(release) {
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-before-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  unpack(release, folder);
  return folder;
}

/** @param {string} release @param {string} folder */
function unpack(release, folder) {
  try {
    const archive = execFileSync('git', ['archive', release], { cwd: fromRoot(), maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  } catch (error) {
    throw new Refusal(`${release} cannot be read from this checkout: ${String(error)}`);
  }
  symlinkSync(fromRoot('node_modules'), join(folder, 'node_modules'), 'junction');
}

/**
 * The sources of a release and its whole build in `dist`. The build is kept: a commit always builds the same.
 * @param {string} release
 * @returns {Promise<{ root: string; serverEntry: string }>}
 */
export async function buildRelease(release) {
  const commit = git('rev-parse', '--short=12', `${release}^{commit}`).trim();
  const kept = fromRoot('dist', 'releases');
  const root = join(kept, commit);
  if (!existsSync(root)) {
    mkdirSync(kept, { recursive: true });
    const next = mkdtempSync(join(kept, '.next-'));
    try {
      unpack(release, next);
      for (const [part, config] of Object.entries(parts)) {
        const args = ['build', '--config', config, '--outDir', join(next, 'dist', part), '--emptyOutDir'];
        const { ok, output } = await runNode(commandOf('vite'), args, {
          capture: true,
          cwd: next,
          env: { ...process.env, NODE_ENV: 'production' },
          timeoutMs: BUILD_MS,
        });
        if (!ok) throw new Refusal(`The ${part} of ${release} could not be built:\n${output}`);
      }
      renameSync(next, root);
    } finally {
      rmSync(next, { recursive: true, force: true });
    }
  }
  return { root, serverEntry: join(root, 'dist', 'server', 'main.js') };
}
