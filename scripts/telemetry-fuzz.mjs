import './lib/require-node.mjs';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { fromRoot, Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const USAGE = 'npm run telemetry:fuzz -- [--seeds 2000] [--from 0]';
const MOST_SECONDS = 20;
const MOST_MEGABYTES = 500;

/** @param {string} name @param {number} usual */
function option(name, usual) {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? usual : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 0) throw new Refusal(USAGE);
  return value;
}

/** The process that reads: a hang or a death there is seen here, and the next seed gets a new one. */
async function readSeeds() {
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../tests/telemetry/facts/fuzz.ts')} */
  const { fuzzOnce, listSmall } = await tsImport('../tests/telemetry/facts/fuzz.ts', import.meta.url);
  const folder = fromRoot('tests', 'samples');
  const files = listSmall(folder);
  const [from, to] = process.argv.slice(3).map(Number);
  for (let seed = from ?? 0; seed < (to ?? 0); seed += 1) {
    process.send?.({ kind: 'begun', seed });
    let problem = null;
    try {
      await fuzzOnce(folder, files, seed);
    } catch (error) {
      problem = `${files[seed % files.length]}: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
    }
    process.send?.({ kind: 'done', seed, problem, megabytes: process.resourceUsage().maxRSS / 1024 });
  }
  process.disconnect();
}

/** @param {number} from @param {number} to */
function watch(from, to) {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), ['--read', String(from), String(to)]);
    /** @type {{ seed: number, what: string }[]} */
    const problems = [];
    let seed = from;
    let megabytes = 0;
    let base = 0;
    let isHanging = false;
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    child.on('message', (/** @type {any} */ message) => {
      clearTimeout(timer);
      seed = message.seed;
      if (message.kind === 'begun') {
        timer = setTimeout(() => {
          isHanging = true;
          child.kill('SIGKILL');
        }, MOST_SECONDS * 1_000);
        return;
      }
      base ||= message.megabytes;
      megabytes = Math.max(megabytes, message.megabytes - base);
      if (message.problem !== null) problems.push({ seed, what: message.problem });
      seed += 1;
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      if (seed < to)
        problems.push({ seed, what: isHanging ? `hangs for ${MOST_SECONDS} s` : `the process died (${code})` });
      resolve({ problems, megabytes, next: seed < to ? seed + 1 : to });
    });
  });
}

await runCommand(async () => {
  if (process.argv[2] === '--read') return readSeeds();
  await ensureInstalled();
  const from = option('from', 0);
  const to = from + option('seeds', 2_000);
  let [next, megabytes, count] = [from, 0, 0];
  while (next < to) {
    const part = await watch(next, to);
    for (const { seed, what } of part.problems) console.log(`seed ${seed}: ${what}`);
    count += part.problems.length;
    megabytes = Math.max(megabytes, part.megabytes);
    next = part.next;
  }
  console.log(
    `${to - from} damaged files: ${count} crashes or hangs, at most ${Math.round(megabytes)} MB more than at first`,
  );
  process.exitCode = count === 0 && megabytes <= MOST_MEGABYTES ? 0 : 1;
});
