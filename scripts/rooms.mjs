import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fromRoot, Refusal, root, runCommand } from './lib/project.mjs';
import { countHooks, findCircles, listFolders, listPairs, readSources } from './lib/source-map.mjs';

/** @typedef {import('./lib/source-map.mjs').Source} Source */

const USAGE = 'npm run rooms -- [--before COMMIT]';
/** The commit at which the rooms of the client were one city. */
const BEFORE = '91723f8';

/** @param {string} commit @returns {Map<string, Source>} */
function readCommit(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-rooms-'));
  try {
    const archive = execFileSync('git', ['archive', commit, 'src'], { cwd: fromRoot(), maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    return readSources(folder);
  } catch (error) {
    throw new Refusal(`${commit} cannot be read from this checkout: ${String(error)}\n${USAGE}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Map<string, Source>} sources */
function measure(sources) {
  const all = [...sources.values()];
  const features = new Map();
  for (const { file } of all) {
    const feature = /^src\/client\/features\/([^/]+)\//.exec(file)?.[1];
    if (feature !== undefined) features.set(feature, (features.get(feature) ?? 0) + 1);
  }
  const [most, files] = [...features].toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0];
  const components = all
    .filter(({ file }) => file.endsWith('.tsx'))
    .toSorted((one, other) => countHooks(other) - countHooks(one));
  const [largest] = components;
  return {
    folders: listFolders(sources).length,
    files: all.length,
    lines: all.reduce((sum, { lines }) => sum + lines, 0),
    'largest feature': `${most}, ${files} files`,
    'pairs of neighbours that import each other': listPairs(sources),
    'circles of files, types included': findCircles(sources),
    'component with the most calls of hooks': largest
      ? `${largest.file}: ${countHooks(largest)}, ${largest.lines} lines`
      : '',
  };
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { before: { type: 'string', default: BEFORE } } });
  const before = measure(readCommit(values.before));
  const now = measure(readSources(root));
  /** @param {unknown} value */
  const short = (value) => (Array.isArray(value) ? value.length : value);
  for (const [what, value] of Object.entries(now)) {
    console.log(
      `${what}: ${short(before[/** @type {keyof typeof before} */ (what)])} at ${values.before}, ${short(value)} now`,
    );
    if (Array.isArray(value)) for (const each of value) console.log(`  ${each.join('  <>  ')}`);
  }
});
