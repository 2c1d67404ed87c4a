import './lib/require-node.mjs';
import { parseArgs } from 'node:util';

const { Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureChromium } = await import('./lib/chromium.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

/** @typedef {import('../tests/faults/run-faults.ts').FaultsReport} FaultsReport */
/** @typedef {'sqlite' | 'postgres'} Engine */

const USAGE = 'npm run faults -- [--minutes 10] [--engine sqlite|postgres] [--seed N] [--no-browser] [--verbose]';
const MOST_SHOWN = 40;

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      engine: { type: 'string', default: 'both' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 999_999)) },
      'no-browser': { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 600)) throw new Refusal(`--minutes takes a number of minutes.\n${USAGE}`);
  if (!/^[1-9]\d{0,8}$/.test(values.seed)) throw new Refusal(`--seed takes a whole number from 1.\n${USAGE}`);
  return {
    minutes,
    seed: Number(values.seed),
    engines: enginesNamed(values.engine),
    withBrowser: !values['no-browser'],
    verbose: values.verbose,
  };
}

/** @param {string} name @returns {Engine[]} */
function enginesNamed(name) {
  if (name === 'both') return ['sqlite', 'postgres'];
  if (name === 'sqlite' || name === 'postgres') return [name];
  throw new Refusal(`--engine takes sqlite or postgres; both, one after the other, when it is not given.\n${USAGE}`);
}

/** @param {Iterable<readonly [string, number]>} counts */
const inWords = (counts) => Array.from(counts, ([what, count]) => `${count} ${what}`).join(', ');

/** @param {Engine} engine @param {FaultsReport} report */
function show(engine, report) {
  const { acknowledgedTaps, refused, lost, doubled, violations, faults, recovery, troubles } = report;
  const kills = Object.entries(faults).filter(([kind]) => kind.endsWith('killed'));
  const others = Object.entries(faults).filter(([kind]) => !kind.endsWith('killed'));
  const total = kills.reduce((sum, [, count]) => sum + count, 0);
  for (const violation of violations.slice(0, MOST_SHOWN)) console.log(`BROKEN  ${violation}`);
  if (violations.length > MOST_SHOWN) console.log(`… and ${violations.length - MOST_SHOWN} more`);
  console.log(
    `${engine}: ${acknowledgedTaps} taps acknowledged, ${total} kills (${inWords(kills)}), ${lost.length} lost, ` +
      `${doubled.length} doubled, ${violations.length} invariants broken, ${inWords(Object.entries(refused)) || 'nothing'} refused and kept; ` +
      `also ${inWords(others)} (disk: ${report.diskKind}; clocks: of phones and nodes); ` +
      `connections: ${inWords(troubles)}; first acknowledgement after, median/worst ms: ` +
      `${recovery.map(({ kind, medianMs, worstMs }) => `${kind} ${medianMs}/${worstMs}`).join(', ')} (${report.seconds} s)`,
  );
}

// Nodes, phones and disks end with this process only if it exits through `process.exit`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

await runCommand(async () => {
  const { engines, verbose, ...options } = readOptions();
  await ensureInstalled();
  if (options.withBrowser) process.env['PUSHOFF_CHROMIUM'] = await ensureChromium();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/faults/run-faults.ts')} */
  const { runFaults } = await tsImport('../tests/faults/run-faults.ts', import.meta.url);
  const log = verbose ? (/** @type {string} */ line) => console.log(line) : () => {};
  let isWell = true;
  for (const engine of engines) {
    console.log(`${engine}: ${options.minutes} minutes of faults, seed ${options.seed}`);
    const report = await runFaults({ engine, ...options, log });
    show(engine, report);
    isWell &&= report.lost.length + report.doubled.length + report.violations.length === 0;
  }
  process.exitCode = isWell ? 0 : 1;
});
