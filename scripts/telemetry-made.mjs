import './lib/require-node.mjs';
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const { Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const USAGE = 'npm run telemetry:made -- [--seed S] [--count 2000] [--format fit,gpx] [--keep FOLDER]';
/** The least part of the shown figures that has to be right, in each format. */
const LEAST_SHARE = 0.99;
const WORST = 12;

/** @typedef {import('../tests/telemetry/made/run-seed.ts').SeedResult} SeedResult */

/** @param {string} name */
function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : (process.argv[at + 1] ?? '');
}

/** @param {string} name @param {number} usual */
function wholeOption(name, usual) {
  const value = Number(option(name) ?? usual);
  if (!Number.isInteger(value) || value < 0) throw new Refusal(USAGE);
  return value;
}

async function loadParts() {
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/telemetry/made/run-seed.ts')} */
  const seeds = await tsImport('../tests/telemetry/made/run-seed.ts', import.meta.url);
  /** @type {typeof import('../tests/telemetry/made/run-samples.ts')} */
  const samples = await tsImport('../tests/telemetry/made/run-samples.ts', import.meta.url);
  /** @type {typeof import('../tests/telemetry/made/writing/formats.ts')} */
  const { FORMATS } = await tsImport('../tests/telemetry/made/writing/formats.ts', import.meta.url);
  return { ...seeds, ...samples, FORMATS };
}

/** A process of its own for each core: it reads every so many seeds. */
async function readSeeds() {
  const { runSeed } = await loadParts();
  const [first, to, step] = process.argv.slice(3, 6).map(Number);
  const formats = /** @type {any} */ (process.argv[6]?.split(','));
  for (let seed = first ?? 0; seed < (to ?? 0); seed += step ?? 1)
    process.send?.(await runSeed(seed, formats, process.argv[7]));
  process.disconnect();
}

/** @param {number} from @param {number} count @param {readonly string[]} formats @param {string | undefined} folder */
async function readAll(from, count, formats, folder) {
  const cores = Math.max(1, Math.min(availableParallelism(), 8));
  /** @type {SeedResult[]} */
  const results = [];
  await Promise.all(
    Array.from({ length: cores }, (_, core) => {
      const child = fork(fileURLToPath(import.meta.url), [
        '--read',
        ...[from + core, from + count, cores].map(String),
        formats.join(','),
        ...(folder === undefined ? [] : [folder]),
      ]);
      child.on('message', (/** @type {any} */ result) => results.push(result));
      return new Promise((resolve) => child.on('exit', resolve));
    }),
  );
  if (results.length < count) throw new Refusal(`Only ${results.length} of ${count} were read: a reader ended early.`);
  return results.toSorted((one, other) => one.seed - other.seed);
}

/** @param {readonly SeedResult[]} results @param {readonly string[]} formats */
function printShares(results, formats) {
  let isEnough = true;
  console.log('format  files  refused  figures   right    share');
  for (const format of [...formats, 'all']) {
    const own = results.filter((result) => format === 'all' || result.format === format);
    const figures = own.flatMap(({ compared }) => compared);
    const right = figures.filter(({ isRight }) => isRight).length;
    const refused = own.filter((result) => result.refused !== null).length;
    const share = figures.length === 0 ? 1 : right / figures.length;
    if (share < LEAST_SHARE) isEnough = false;
    const cells = [own.length, refused, figures.length, right, `${(100 * share).toFixed(2)} %`];
    const widths = [5, 9, 9, 8, 9];
    console.log(format.padEnd(8) + cells.map((cell, at) => String(cell).padStart(widths[at] ?? 0)).join(''));
  }
  return isEnough;
}

/**
 * @template Item
 * @param {readonly Item[]} items @param {(item: Item) => string} keyOf
 * @returns {Map<string, Item[]>}
 */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** @param {number | null} value */
const show = (value) => (value === null ? 'none' : Number.isInteger(value) ? String(value) : value.toFixed(2));

/** @param {readonly SeedResult[]} results */
function printWorst(results) {
  const misses = results.flatMap(({ seed, format, about, refused, compared }) =>
    compared
      .filter(({ isRight }) => !isRight && refused === null)
      .map(({ figure, truth, shown, tolerance }) => {
        const off = truth === null || shown === null ? Infinity : Math.abs(truth - shown) / (tolerance || 1);
        return { what: `${format} ${figure}`, off, text: `seed ${seed}: ${show(shown)} for ${show(truth)} (${about})` };
      }),
  );
  const kinds = groupBy(misses, ({ what }) => what);
  const often = [...kinds].toSorted(([, one], [, other]) => other.length - one.length).slice(0, WORST);
  if (often.length > 0) console.log('\nThe figures that miss most often, with the worst of each:');
  for (const [what, own] of often) {
    const worst = own.toSorted((one, other) => other.off - one.off)[0];
    console.log(`${String(own.length).padStart(5)}  ${what}: ${worst?.text}`);
  }
  const refused = results.filter((result) => result.refused !== null);
  if (refused.length > 0) console.log('\nRefused:');
  for (const [kind, own] of groupBy(refused, (result) => `${result.format} ${result.refused}`))
    console.log(`${String(own.length).padStart(5)}  ${kind}: seed ${own[0]?.seed}`);
}

await runCommand(async () => {
  if (process.argv[2] === '--read') return readSeeds();
  await ensureInstalled();
  const { FORMATS, runSamples } = await loadParts();
  const formats = FORMATS.filter((format) => (option('format') ?? format).split(',').includes(format));
  if (formats.length === 0) throw new Refusal(`${USAGE}\nFormats: ${FORMATS.join(', ')}`);
  const from = wholeOption('seed', Math.floor(Math.random() * 1e6) * FORMATS.length);
  const count = wholeOption('count', 2_000);
  console.log(`Seeds ${from} to ${from + count - 1} of ${formats.join(', ')}\n`);
  const kept = option('keep');
  const folder = kept === undefined ? undefined : resolve(kept);
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const results = await readAll(from, count, formats, folder);
  const isEnough = printShares(results, formats);
  printWorst(results);
  const samples = await runSamples();
  const contradictions = [
    ...results.map(({ seed, format, contradictions: own }) => ({ file: `${format}, seed ${seed}`, own })),
    ...samples.map(({ file, contradictions: own }) => ({ file, own })),
  ].flatMap(({ file, own }) => own.map((text) => `${file}: ${text}`));
  const shown = samples.filter(({ isShown }) => isShown).length;
  console.log(`\n${contradictions.length} contradictions in ${results.length} made recordings and ${shown} samples`);
  for (const text of contradictions.slice(0, WORST)) console.log(text);
  process.exitCode = isEnough && contradictions.length === 0 ? 0 : 1;
});
