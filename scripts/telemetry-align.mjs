import './lib/require-node.mjs';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const USAGE = 'npm run telemetry:align -- [PAIRS OF ONE RIDE] [PAIRS OF TWO]';

await runCommand(async () => {
  const [same = 100, different = 500] = process.argv.slice(2).map(Number);
  if (!Number.isInteger(same) || !Number.isInteger(different)) throw new Refusal(USAGE);
  await ensureInstalled();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/telemetry/facts/align-pairs.ts')} */
  const { loadRides, tally } = await tsImport('../tests/telemetry/facts/align-pairs.ts', import.meta.url);
  const rides = await loadRides(fromRoot('tests', 'samples'));
  /** @param {number} part @param {number} whole */
  const share = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
  const one = tally(rides, same, true);
  console.log(`${one.pairs} pairs of one ride: ${one.taken} taken (${share(one.taken, one.pairs)})`);
  console.log(`  within 0.3 s: ${one.near} of ${one.taken} (${share(one.near, one.taken)})`);
  console.log(`  'sure': ${one.sure}, of them wrong: ${one.sureAndWrong}`);
  const two = tally(rides, different, false);
  console.log(`${two.pairs} pairs of two rides: ${two.taken} taken (${share(two.taken, two.pairs)})`);
  console.log(`  'sure': ${two.sure}, all of them wrong`);
  process.exitCode = one.sureAndWrong + two.sure === 0 ? 0 : 1;
});
