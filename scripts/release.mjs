import './lib/require-node.mjs';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { commandOf, fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { readComparison } = await import('./lib/bench-comparison.mjs');
const { ensureBuilt } = await import('./lib/build.mjs');
const { ensureProgram } = await import('./lib/debian.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { packRelease } = await import('./lib/release.mjs');
const { buildRelease, findReleaseBefore } = await import('./lib/release-before.mjs');
const { run } = await import('./lib/run.mjs');

const USAGE = `npm run release                       make the archive
npm run release -- --try              and try it: no network, an upgrade from the release before, and back
npm run release -- --try --before X   the same from the commit X`;

function readOptions() {
  try {
    const options = /** @type {const} */ ({
      try: { type: 'boolean', default: false },
      before: { type: 'string' },
    });
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

/**
 * Runs the trial in a network of its own, which has this machine's loopback and nothing else: a package that the archive
 * lacks cannot be fetched there.
 * @param {string} before
 * @param {string} now
 */
async function tryArchives(before, now) {
  const [unshare, ip] = [await ensureProgram('unshare', 'util-linux'), await ensureProgram('ip', 'iproute2')];
  const inside = [ip, 'link', 'set', 'lo', 'up', '&&', 'exec', '"$@"'].join(' ');
  const trial = [process.execPath, commandOf('tsx'), fromRoot('tests', 'release', 'try-release.ts'), before, now];
  const rights = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const { ok } = await run(unshare, [...rights, '--net', 'sh', '-c', inside, 'sh', ...trial]);
  return ok;
}

/**
 * Features slow a tap, and nobody notices where no run compares releases: the archive is made all the same, for a trial.
 * @param {string} before
 */
function compareWith(before) {
  const { compared, worse } = readComparison(readFileSync(fromRoot('bench', 'RESULTS.md'), 'utf8'), before);
  if (compared === 0)
    console.log(`\nbench/RESULTS.md says nothing of ${before}: run \`npm run bench\` before you release.`);
  else console.log(`\nBeside ${before}, ${compared - worse.length} of ${compared} figures of bench/RESULTS.md hold.`);
  for (const line of worse) console.log(line);
  return compared > 0;
}

await runCommand(async () => {
  const options = readOptions();
  await ensureInstalled();
  await ensureBuilt();
  const { archive, digest, packages } = await packRelease(fromRoot('release'));
  console.log(`${archive}\nsha256 ${digest}\n${packages} packages, none of them for development`);
  const release = options.before ?? findReleaseBefore();
  const isCompared = compareWith(release);
  if (!options.try) {
    process.exitCode = isCompared ? 0 : 1;
    return;
  }

  console.log(`\nBuilding ${release}, to upgrade from…`);
  const { root } = await buildRelease(release);
  const before = await packRelease(fromRoot('release', 'before'), root);
  process.exitCode = (await tryArchives(before.archive, archive)) ? 0 : 1;
});
