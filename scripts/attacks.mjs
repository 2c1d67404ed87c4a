import './lib/require-node.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { checkOutRelease } = await import('./lib/release-before.mjs');

/** @typedef {import('../tests/attacks/run-attacks.ts').AttackResult} AttackResult */
/** @typedef {{ commit: string, date: string, cores: number, isOpen: boolean, figure: string }} Seen */
/** @typedef {Record<string, Seen>} Before by the id of the case */

const USAGE = 'npm run attacks -- [--only 1,2a] [--postgres] [--details] [--before]';
const beforeFile = fromRoot('tests', 'attacks', 'before.json');

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      postgres: { type: 'boolean', default: false },
      before: { type: 'boolean', default: false },
      details: { type: 'boolean', default: false },
    },
  });
  if (values.before && values.postgres) throw new Refusal(`--before is measured on one node.\n${USAGE}`);
  return { ...values, only: values.only?.split(',') };
}

/** @returns {Before} */
const readBefore = () => (existsSync(beforeFile) ? JSON.parse(readFileSync(beforeFile, 'utf8')) : {});

/** Written after each case: an interrupted run loses nothing. @param {AttackResult} result @param {string} commit */
function writeBefore({ attack, isOpen, figure }, commit) {
  const seen = { commit, date: new Date().toISOString().slice(0, 10), cores: availableParallelism(), isOpen, figure };
  writeFileSync(beforeFile, `${JSON.stringify({ ...readBefore(), [attack.id]: seen }, null, 2)}\n`);
}

/** @param {AttackResult} result @param {Seen | undefined} was @param {boolean} withDetails */
function show({ attack, isOpen, figure, details = [], seconds }, was, withDetails) {
  console.log(`${isOpen ? 'OPEN  ' : 'closed'}  ${attack.id.padEnd(4)} ${attack.title} (${attack.severity})`);
  if (was !== undefined) {
    console.log(`          before  ${was.isOpen ? 'open' : 'closed'} on ${was.commit}, ${was.date}: ${was.figure}`);
  }
  console.log(`          ${was === undefined ? 'seen ' : 'after'}   ${figure} (${seconds.toFixed(1)} s)`);
  if (withDetails) for (const line of details) console.log(`          ${line}`);
}

// The servers are separate processes, which end with this one only if it exits through `process.exit`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

await runCommand(async () => {
  const { before: isBefore, details, only, postgres: onNodes } = readOptions();
  const began = performance.now();
  await ensureInstalled();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/attacks/run-attacks.ts')} */
  const { runAttacks } = await tsImport('../tests/attacks/run-attacks.ts', import.meta.url);
  /** @type {typeof import('../tests/attacks/case.ts')} */
  const { BETA_0_23, THIRD_ATTACK } = await tsImport('../tests/attacks/case.ts', import.meta.url);
  /** @typedef {import('../tests/attacks/case.ts').AttackCase} AttackCase */
  /** @param {AttackCase} attack */
  const isChosen = ({ id }) => only === undefined || only.includes(id);
  const { startPostgres } = await import('./lib/postgres.mjs');
  const postgres = onNodes ? await startPostgres() : undefined;
  if (postgres !== undefined) process.env['TEST_DATABASE_URL'] = postgres.url;
  const before = readBefore();
  /** @type {AttackResult[]} */
  const results = [];
  try {
    if (isBefore) {
      for (const commit of [BETA_0_23, THIRD_ATTACK]) {
        const measured = await runAttacks({
          root: () => checkOutRelease(commit),
          chosen: (attack) => isChosen(attack) && (attack.found ?? BETA_0_23) === commit,
          onResult(result) {
            show(result, undefined, details);
            writeBefore(result, commit);
          },
        });
        results.push(...measured);
      }
    } else {
      const onResult = (/** @type {AttackResult} */ result) => show(result, before[result.attack.id], details);
      results.push(...(await runAttacks({ onNodes, chosen: isChosen, onResult })));
    }
    if (results.length === 0) throw new Refusal(`There is no such case.\n${USAGE}`);
    const open = results.filter(({ isOpen }) => isOpen).length;
    console.log(`${results.length} cases, ${open} open (${Math.round((performance.now() - began) / 1000)} s)`);
    process.exitCode = isBefore || open === 0 ? 0 : 1;
  } finally {
    await postgres?.stop();
  }
});
