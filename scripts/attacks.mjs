import './lib/require-node.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { checkOutRelease } = await import('./lib/release-before.mjs');

/** @typedef {import('../tests/attacks/run-attacks.ts').AttackResult} AttackResult */
/** @typedef {{ commit: string, date: string, cores: number, cases: Record<string, { isOpen: boolean, figure: string }> }} Before */

const USAGE = 'npm run attacks -- [--only 1,2a] [--postgres] [--before]';
/** The release in which the weaknesses were found. */
const BEFORE_COMMIT = '16cde90';
const beforeFile = fromRoot('tests', 'attacks', 'before.json');

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      postgres: { type: 'boolean', default: false },
      before: { type: 'boolean', default: false },
    },
  });
  if (values.before && values.postgres) throw new Refusal(`--before is measured on one node.\n${USAGE}`);
  return { ...values, only: values.only?.split(',') };
}

/** @returns {Before | undefined} */
const readBefore = () => (existsSync(beforeFile) ? JSON.parse(readFileSync(beforeFile, 'utf8')) : undefined);

/** @param {readonly AttackResult[]} results */
function writeBefore(results) {
  const known = readBefore();
  const seen = Object.fromEntries(results.map(({ attack, isOpen, figure }) => [attack.id, { isOpen, figure }]));
  /** @type {Before} */
  const before = {
    commit: BEFORE_COMMIT,
    date: new Date().toISOString().slice(0, 10),
    cores: availableParallelism(),
    cases: { ...known?.cases, ...seen },
  };
  writeFileSync(beforeFile, `${JSON.stringify(before, null, 2)}\n`);
}

/** @param {AttackResult} result @param {Before | undefined} before */
function show({ attack, isOpen, figure, seconds }, before) {
  const was = before?.cases[attack.id];
  console.log(`${isOpen ? 'OPEN  ' : 'closed'}  ${attack.id.padEnd(4)} ${attack.title} (${attack.severity})`);
  if (was !== undefined) console.log(`          before  ${was.isOpen ? 'open' : 'closed'}: ${was.figure}`);
  console.log(`          ${was === undefined ? 'seen ' : 'after'}   ${figure} (${seconds.toFixed(1)} s)`);
}

// The servers are separate processes, which end with this one only if it exits through `process.exit`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

await runCommand(async () => {
  const { before: isBefore, only, postgres: onNodes } = readOptions();
  const began = performance.now();
  await ensureInstalled();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/attacks/run-attacks.ts')} */
  const { runAttacks } = await tsImport('../tests/attacks/run-attacks.ts', import.meta.url);
  const { startPostgres } = await import('./lib/postgres.mjs');
  const postgres = onNodes ? await startPostgres() : undefined;
  if (postgres !== undefined) process.env['TEST_DATABASE_URL'] = postgres.url;
  const before = isBefore ? undefined : readBefore();
  if (before !== undefined) console.log(`before: ${before.commit}, ${before.date}, ${before.cores} cores`);
  try {
    const results = await runAttacks({
      onNodes,
      ...(isBefore && { root: checkOutRelease(BEFORE_COMMIT) }),
      chosen: ({ id }) => only === undefined || only.includes(id),
      onResult: (result) => show(result, before),
    });
    if (results.length === 0) throw new Refusal(`There is no such case.\n${USAGE}`);
    if (isBefore) writeBefore(results);
    const open = results.filter(({ isOpen }) => isOpen).length;
    console.log(`${results.length} cases, ${open} open (${Math.round((performance.now() - began) / 1000)} s)`);
    process.exitCode = isBefore || open === 0 ? 0 : 1;
  } finally {
    await postgres?.stop();
  }
});
