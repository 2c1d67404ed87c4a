import './lib/require-node.mjs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

const { Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { runNode } = await import('./lib/run.mjs');

/** @typedef {import('../tests/matrix/run-matrix.ts').MatrixReport} MatrixReport */
/** @typedef {import('../tests/matrix/worker.ts').Task} Task */
/** @typedef {import('../tests/matrix/weakenings/weakening.ts').Weakening} Weakening */

const USAGE = 'npm run matrix -- [--engine sqlite|postgres] [--only PATTERN]... [--weakened [--weakening NAME]]';
const MOST_SHOWN = 40;
const TIMEOUT_MS = 15 * 60_000;

function readOptions() {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string', default: 'sqlite' },
      only: { type: 'string', multiple: true },
      weakened: { type: 'boolean', default: false },
      weakening: { type: 'string' },
    },
  });
  const { engine } = values;
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Refusal(`--engine takes sqlite or postgres.\n${USAGE}`);
  return { ...values, engine: /** @type {Task['engine']} */ (engine) };
}

/** @param {string} file @param {Task} task @returns {Promise<MatrixReport>} */
async function perform(file, task) {
  const { ok, output, ending } = await runNode(file, [JSON.stringify(task)], { capture: true, timeoutMs: TIMEOUT_MS });
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  if (!ok || !line.startsWith('{')) throw new Error(output || ending);
  return JSON.parse(line);
}

/** @param {MatrixReport} report */
function show(report) {
  for (const { cell, what } of report.surprises.slice(0, MOST_SHOWN)) {
    console.log(`SURPRISE  ${cell}\n  ${what}\n  again: npm run matrix -- --only ${JSON.stringify(cell)}`);
  }
  if (report.surprises.length > MOST_SHOWN) console.log(`… and ${report.surprises.length - MOST_SHOWN} more`);
  const { cells, actors, actions, denied, compared, canary, surprises, seconds } = report;
  console.log(
    `${denied} cells refused, each with the database as it was; ${compared} pairs of what is not theirs alike`,
  );
  console.log(
    `canary: ${canary.marks} marks in ${canary.bytes} bytes received, ${canary.finds} found; ${canary.logLines} log lines`,
  );
  console.log(
    `${cells} cells, ${actors} actors, ${actions} actions, ${surprises.length} surprises (${seconds.toFixed(1)} s)`,
  );
}

/** @param {Weakening[]} weakenings @param {(weakening: Weakening) => Promise<MatrixReport>} tryOne */
async function showWeakened(weakenings, tryOne) {
  const began = performance.now();
  /** @type {string[]} */
  const survivors = [];
  const waiting = [...weakenings];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { surprises, cells } = await tryOne(next);
      const [first] = surprises;
      if (first === undefined) survivors.push(next.name);
      console.log(
        first === undefined
          ? `SURVIVED  ${next.name} (${cells} cells)`
          : `noticed   ${next.name}\n          ${first.cell}: ${first.what.split('\n')[0]}`,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${weakenings.length - survivors.length} of ${weakenings.length} weakenings noticed (${seconds} s)`);
  return survivors.length === 0;
}

await runCommand(async () => {
  const { engine, only, weakened, weakening } = readOptions();
  await ensureInstalled();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/matrix/build.ts')} */
  const { buildMatrix } = await tsImport('../tests/matrix/build.ts', import.meta.url);
  const { startPostgres } = await import('./lib/postgres.mjs');
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  if (postgres !== undefined) process.env['TEST_DATABASE_URL'] = postgres.url;
  try {
    if (weakened || weakening !== undefined) {
      /** @type {typeof import('../tests/matrix/weakenings/weakenings.ts')} */
      const { weakenings } = await tsImport('../tests/matrix/weakenings/weakenings.ts', import.meta.url);
      const chosen = weakenings.filter(({ name }) => weakening === undefined || name === weakening);
      if (chosen.length === 0) throw new Refusal(`There is no weakening named ${weakening}.`);
      const isWell = await showWeakened(chosen, async (one) => {
        const build = await buildMatrix(one);
        try {
          return await perform(build.file, { engine, only: one.cells, stopsAtFirst: true });
        } finally {
          await build.remove();
        }
      });
      process.exitCode = isWell ? 0 : 1;
      return;
    }
    const build = await buildMatrix();
    try {
      const report = await perform(build.file, { engine, ...(only !== undefined && { only }) });
      show(report);
      process.exitCode = report.surprises.length === 0 ? 0 : 1;
    } finally {
      await build.remove();
    }
  } finally {
    await postgres?.stop();
  }
});
