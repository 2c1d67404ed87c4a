import './lib/require-node.mjs';

const { Refusal, runCommand } = await import('./lib/project.mjs');
const { ensureInstalled } = await import('./lib/install.mjs');

const USAGE = 'npm run telemetry:speed -- [ROUNDS]';
const MOST_TIMES = 1.5;
const MOST_MEGABYTES = 4;

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

await runCommand(async () => {
  const rounds = Number(process.argv[2] ?? 9);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Refusal(USAGE);
  await ensureInstalled();
  const { tsImport } = await import('tsx/esm/api');
  /** @type {typeof import('../bench/telemetry-speed.ts')} */
  const { measureSpeeds } = await tsImport('../bench/telemetry-speed.ts', import.meta.url);
  const { csv, movie } = await measureSpeeds(rounds);
  const times = median(csv.map(({ ours, peer }) => ours / peer));
  const [ours, peer] = [median(csv.map((round) => round.ours)), median(csv.map((round) => round.peer))];
  console.log(`CSV of 3 MB, ${rounds} rounds, each in a fresh process: ${ours.toFixed(0)} ms to read and check it,`);
  console.log(`  ${peer.toFixed(0)} ms for papaparse to split it: ${times.toFixed(2)} times (at most ${MOST_TIMES})`);
  const megabytes = movie.bytes / 1e6;
  console.log(
    `Film of ${(movie.size / 1e9).toFixed(1)} GB: ${movie.count} points from ${megabytes.toFixed(1)} MB of it`,
  );
  console.log(`  (at most ${MOST_MEGABYTES})`);
  process.exitCode = times <= MOST_TIMES && megabytes <= MOST_MEGABYTES ? 0 : 1;
});
