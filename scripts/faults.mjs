import './lib/require-node.mjs';
import { parseArgs } from 'node:util';

const { Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureChromium } = await import('./lib/chromium.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

/** @typedef {import('../tests/faults/run-faults.ts').FaultsReport} FaultsReport */
/** @typedef {'sqlite' | 'postgres'} Engine */

/** @typedef {import('../tests/faults/failover/run-failover.ts').FailoverReport} FailoverReport */

const USAGE = `npm run faults -- [--minutes 10] [--engine sqlite|postgres] [--seed N] [--no-browser] [--verbose]
npm run faults -- --failover [--times 1] [--kind NAME]... [--seed N] [--verbose]`;
const MOST_SHOWN = 40;

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      engine: { type: 'string', default: 'both' },
      seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 999_999)) },
      'no-browser': { type: 'boolean', default: false },
      failover: { type: 'boolean', default: false },
      times: { type: 'string', default: '1' },
      kind: { type: 'string', multiple: true },
      verbose: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 600)) throw new Refusal(`--minutes takes a number of minutes.\n${USAGE}`);
  if (!/^[1-9]\d{0,8}$/.test(values.seed)) throw new Refusal(`--seed takes a whole number from 1.\n${USAGE}`);
  if (!/^[1-9]\d?$/.test(values.times)) throw new Refusal(`--times takes a whole number from 1 to 99.\n${USAGE}`);
  return {
    isFailover: values.failover,
    times: Number(values.times),
    kinds: values.kind,
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

/** @param {FailoverReport} report */
function showFailover({ acknowledgedTaps, lost, doubled, violations, refused, faults, silence, said }) {
  for (const violation of violations.slice(0, MOST_SHOWN)) console.log(`BROKEN  ${violation}`);
  if (violations.length > MOST_SHOWN) console.log(`… and ${violations.length - MOST_SHOWN} more`);
  for (const { kind, ms } of silence) console.log(`${kind.padEnd(28)} ${ms.length} times, without answers ${inS(ms)}`);
  for (const [words, count] of said) console.log(`phones said ${String(count).padStart(4)} times  ${words}`);
  const moves = faults.filter(({ hasMoved }) => hasMoved).length;
  console.log(
    `failover: ${faults.length} faults, ${moves} times another primary; ${acknowledgedTaps} taps acknowledged, ` +
      `${lost.length} lost, ${doubled.length} doubled, ${violations.length} invariants broken, ` +
      `${inWords(Object.entries(refused)) || 'nothing'} refused and kept; without answers ${inS(silence.flatMap(({ ms }) => ms))}`,
  );
}

/** @param {readonly number[]} ms */
function inS(ms) {
  const sorted = ms.toSorted((one, other) => one - other);
  const inWords = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((each = 0) => (each / 1000).toFixed(1));
  return `p50 ${inWords[0]} s, worst ${inWords[1]} s`;
}

/** @param {{ names: string[]; times: number; seed: number; log: (line: string) => void }} options */
async function failOver(options) {
  const { ensureCluster } = await import('./lib/cluster.mjs');
  await ensureCluster();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/faults/failover/run-failover.ts')} */
  const { runFailover } = await tsImport('../tests/faults/failover/run-failover.ts', import.meta.url);
  console.log(`failover: seed ${options.seed}`);
  const report = await runFailover(options);
  showFailover(report);
  return report.lost.length + report.doubled.length + report.violations.length === 0;
}

// Nodes, phones and disks end with this process only if it exits through `process.exit`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

await runCommand(async () => {
  const { engines, verbose, isFailover, times, kinds, ...options } = readOptions();
  await ensureInstalled();
  const log = verbose ? (/** @type {string} */ line) => console.log(line) : () => {};
  if (isFailover) {
    process.exitCode = (await failOver({ names: kinds ?? [], times, seed: options.seed, log })) ? 0 : 1;
    return;
  }
  if (options.withBrowser) process.env['PUSHOFF_CHROMIUM'] = await ensureChromium();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/faults/run-faults.ts')} */
  const { runFaults } = await tsImport('../tests/faults/run-faults.ts', import.meta.url);
  let isWell = true;
  for (const engine of engines) {
    console.log(`${engine}: ${options.minutes} minutes of faults, seed ${options.seed}`);
    const report = await runFaults({ engine, ...options, log });
    show(engine, report);
    isWell &&= report.lost.length + report.doubled.length + report.violations.length === 0;
  }
  process.exitCode = isWell ? 0 : 1;
});
