import './lib/require-node.mjs';
import { parseArgs } from 'node:util';

const { Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

/** @typedef {import('../tests/money/run-money.ts').MoneyReport} MoneyReport */
/** @typedef {'sqlite' | 'postgres'} Engine */

const USAGE =
  'npm run money -- [--operations 10000] [--clients 50] [--kills 10] [--engine sqlite|postgres|both] [--seed N]';
const MOST_SHOWN = 40;

function readOptions() {
  const { values } = parseArgs({
    options: {
      operations: { type: 'string', default: '10000' },
      clients: { type: 'string', default: '50' },
      kills: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      engine: { type: 'string', default: 'both' },
    },
  });
  return {
    operations: wholeNumber(values.operations, '--operations'),
    clients: wholeNumber(values.clients, '--clients'),
    kills: wholeNumber(values.kills, '--kills'),
    seed: wholeNumber(values.seed, '--seed'),
    engines: enginesNamed(values.engine),
  };
}

/** @param {string} text @param {string} name */
function wholeNumber(text, name) {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Refusal(`${name} takes a whole number from 1.\n${USAGE}`);
  return Number(text);
}

/** @param {string} name @returns {Engine[]} */
function enginesNamed(name) {
  if (name === 'both') return ['sqlite', 'postgres'];
  if (name === 'sqlite' || name === 'postgres') return [name];
  throw new Refusal(`--engine takes sqlite, postgres or both.\n${USAGE}`);
}

/** @param {Readonly<Record<string, number>>} counts */
const inWords = (counts) =>
  Object.entries(counts)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');

/** @param {MoneyReport} report */
function show(report) {
  const { did, kills, starts, cutOff, unanswered, payments, ledger, audit, surprises, seconds } = report;
  console.log(inWords(did));
  console.log(
    `${kills} kills, ${starts} starts, ${cutOff} requests cut off, ${unanswered} not answered and sent again`,
  );
  console.log(`payments: ${inWords(payments)}`);
  console.log(`ledger: ${ledger.transfers} transfers, sum ${ledger.sum}, ${ledger.held} credits held`);
  console.log(audit.trimEnd());
  for (const surprise of surprises.slice(0, MOST_SHOWN)) console.log(`SURPRISE  ${surprise}`);
  if (surprises.length > MOST_SHOWN) console.log(`… and ${surprises.length - MOST_SHOWN} more`);
  console.log(`${surprises.length} surprises (${seconds} s)`);
}

// The server is a separate process, which ends with this one only if it exits through `process.exit`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

await runCommand(async () => {
  const { engines, ...options } = readOptions();
  await ensureInstalled();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/money/run-money.ts')} */
  const { runMoney } = await tsImport('../tests/money/run-money.ts', import.meta.url);
  const { startPostgres } = await import('./lib/postgres.mjs');
  const postgres = engines.includes('postgres') ? await startPostgres() : undefined;
  if (postgres !== undefined) process.env['TEST_DATABASE_URL'] = postgres.url;
  const { operations, clients, seed } = options;
  let isWell = true;
  for (const engine of engines) {
    console.log(`\n${engine}: ${operations} operations by ${clients} clients, seed ${seed}`);
    const report = await runMoney({ engine, ...options, log: (line) => console.log(line) });
    show(report);
    isWell &&= report.surprises.length === 0;
  }
  await postgres?.stop();
  process.exitCode = isWell ? 0 : 1;
});
