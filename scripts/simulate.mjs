import './lib/require-node.mjs';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');
const { plant } = await import('./lib/plant.mjs');
const { hubMistakes } = await import('../tests/simulation/planted/hub-mistakes.mjs');

/** @typedef {import('../tests/simulation/worker.ts').Task} Task */
/** @typedef {import('../tests/simulation/worker.ts').Answers} Answers */
/** @typedef {import('../tests/simulation/run-many.ts').Summary} Summary */
/** @typedef {import('../tests/simulation/run-many.ts').Caught} Caught */

const USAGE = 'npm run simulate -- [--seeds N] [--seed S] [--trace] [--planted [--mistake NAME]…]';
const CHUNK = 250;
const MOST_FOR_MISTAKE = 2000;
const MOST_SHOWN = 20;
/** Seeds have at most nine digits. */
const HIGHEST_START = 900_000_000;

function readOptions() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      planted: { type: 'boolean', default: false },
      mistake: { type: 'string', multiple: true, default: [] },
      trace: { type: 'boolean', default: false },
    },
  });
  // A start that nobody chose: the same seeds again would find what they have found.
  const seed = wholeNumber(values.seed ?? String(randomInt(1, HIGHEST_START)), '--seed');
  const seeds = wholeNumber(values.seeds ?? (values.seed === undefined ? '2000' : '1'), '--seeds');
  return { ...values, seed, seeds };
}

/** @param {string} text @param {string} name */
function wholeNumber(text, name) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(`${name} takes a whole number from 1.\n${USAGE}`);
  return Number(text);
}

/**
 * Bundles the simulator and the product into one file, which runs several times as fast as sources translated at run
 * time.
 * @param {string} folder
 * @param {string} [mistake] one inside the hub
 */
async function bundle(folder, mistake) {
  const planted = mistake === undefined ? undefined : hubMistakes[mistake];
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: fromRoot(),
    logLevel: 'error',
    publicDir: false,
    plugins: planted === undefined ? [] : [plant(planted)],
    ssr: { noExternal: true },
    build: {
      ssr: fromRoot('tests', 'simulation', 'worker.ts'),
      outDir: folder,
      target: 'node20',
      minify: false,
      sourcemap: 'inline',
      rolldownOptions: { output: { format: 'es', entryFileNames: 'worker.mjs' } },
    },
  });
  return join(folder, 'worker.mjs');
}

/** @param {string} file */
function startThread(file) {
  const worker = new Worker(file, {
    execArgv: ['--enable-source-maps'],
    resourceLimits: { maxYoungGenerationSizeMb: 128 },
  });
  return {
    /** @template {Task} Kind @param {Kind} task @returns {Promise<Answers[Kind['kind']]>} */
    perform: (task) =>
      new Promise((resolve, reject) => {
        worker.once('error', reject);
        worker.once('message', ({ value, error, strays }) => {
          worker.off('error', reject);
          if (error !== undefined || strays.length > 0) reject(new Error([error, ...strays].join('\n')));
          else resolve(value);
        });
        worker.postMessage(task);
      }),
    end: () => worker.terminate(),
  };
}

/** @typedef {ReturnType<typeof startThread>} Thread */

/**
 * Every thread takes the next task as soon as it has finished one.
 * @template Result
 * @param {Thread[]} threads
 * @param {((thread: Thread) => Promise<Result>)[]} tasks
 * @param {(result: Result) => void} onDone
 */
async function share(threads, tasks, onDone) {
  const waiting = [...tasks];
  await Promise.all(
    threads.map(async (thread) => {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) onDone(await task(thread));
    }),
  );
}

/** @param {Thread[]} threads @param {{ seed: number; seeds: number }} options */
async function simulate(threads, { seed, seeds }) {
  const began = performance.now();
  const total = { seeds: 0, operations: 0, kills: 0 };
  /** @type {import('../tests/simulation/run-many.ts').Failure[]} */
  const failures = [];
  /** @type {((thread: Thread) => Promise<Summary>)[]} */
  const tasks = [];
  const chunk = Math.min(CHUNK, Math.ceil(seeds / threads.length));
  for (let from = seed; from < seed + seeds; from += chunk) {
    tasks.push((thread) => thread.perform({ kind: 'seeds', from, count: Math.min(chunk, seed + seeds - from) }));
  }
  await share(threads, tasks, (/** @type {Summary} */ summary) => {
    total.seeds += summary.seeds;
    total.operations += summary.operations;
    total.kills += summary.kills;
    failures.push(...summary.failures);
    if (process.stdout.isTTY) process.stdout.write(`\r${total.seeds} of ${seeds} seeds`);
  });
  if (process.stdout.isTTY) process.stdout.write('\r');
  failures.sort((one, other) => one.seed - other.seed);
  for (const { seed: failed, violations } of failures.slice(0, MOST_SHOWN)) {
    console.log(`seed ${failed}  (again: npm run simulate -- --seed ${failed} --trace)`);
    for (const violation of violations) console.log(`  ${violation}`);
  }
  if (failures.length > MOST_SHOWN) console.log(`… and ${failures.length - MOST_SHOWN} more seeds`);
  const seconds = (performance.now() - began) / 1000;
  const violations = failures.reduce((sum, failure) => sum + failure.violations.length, 0);
  console.log(
    `${total.seeds} seeds from ${seed} on, ${total.operations} operations, ${total.kills} kills, ${violations} violations ` +
      `(${seconds.toFixed(1)} s, ${Math.round(total.seeds / seconds)} seeds/s)`,
  );
  return violations === 0;
}

/** A mistake inside the hub has a bundle of its own. @param {Thread[]} threads @param {string[]} only @param {string} folder */
async function catchMistakes(threads, only, folder) {
  /** @type {string[]} */
  const names =
    only.length === 0
      ? [...(await /** @type {Thread} */ (threads[0]).perform({ kind: 'names' })), ...Object.keys(hubMistakes)]
      : only;
  /** @type {Caught[]} */
  const tried = [];
  const tasks = names.map((name) => async (/** @type {Thread} */ thread) => {
    /** @type {Task} */
    const task = { kind: 'mistake', name, isInHub: name in hubMistakes, most: MOST_FOR_MISTAKE };
    if (!task.isInHub) return thread.perform(task);
    const own = startThread(await bundle(join(folder, String(names.indexOf(name))), name));
    return own.perform(task).finally(own.end);
  });
  await share(threads, tasks, (/** @type {Caught} */ caught) => {
    tried.push(caught);
    const took = caught.seeds === null ? 'SURVIVED' : `seed ${caught.seeds}`;
    console.log(
      `${took.padStart(10)}  ${caught.name}${caught.by === '' ? '' : `\n            ${caught.by.split('\n')[0]}`}`,
    );
  });
  const survivors = tried.filter(({ seeds }) => seeds === null);
  console.log(`${tried.length - survivors.length} of ${tried.length} planted mistakes caught`);
  return survivors.length === 0;
}

/** @param {Thread} thread @param {number} seed @param {string | undefined} mistake */
async function showTrace(thread, seed, mistake) {
  const { lines, violations, trace } = await thread.perform({ kind: 'trace', seed, mistake: mistake ?? null });
  for (const line of [...lines, ...violations, `trace ${trace}`]) console.log(line);
  return violations.length === 0;
}

await runCommand(async () => {
  const options = readOptions();
  await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-simulate-'));
  /** @type {Thread[]} */
  let threads = [];
  try {
    const file = await bundle(folder, options.trace ? options.mistake[0] : undefined);
    const count = options.trace
      ? 1
      : Math.max(1, Math.min(availableParallelism(), options.planted ? 64 : options.seeds));
    threads = Array.from({ length: count }, () => startThread(file));
    const isWell = options.trace
      ? await showTrace(/** @type {Thread} */ (threads[0]), options.seed, options.mistake[0])
      : options.planted
        ? await catchMistakes(threads, options.mistake, folder)
        : await simulate(threads, options);
    process.exitCode = isWell ? 0 : 1;
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
    rmSync(folder, { recursive: true, force: true });
  }
});
