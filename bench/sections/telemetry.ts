import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleReader } from '../bundle-reader.ts';
import { figureOf, inWords, ratioOf } from '../figures.ts';
import { benchFile, end, hear, startPinned } from '../processes.ts';
import type { Report } from '../report.ts';
import { makeCsv, makeFit, makeMovie } from '../telemetry-files.ts';

export interface TelemetryPlan {
  readonly rounds: number;
  readonly pageRounds: number;
  readonly movieBytes: number;
}

export type Kind = 'movie' | 'fit' | 'csv';

export interface Answer {
  readonly ms: number;
  readonly bytes: number;
  readonly count: number;
  /** MB, at most. */
  readonly memory: number;
}

const FIT_RECORDS = 14_000;
const CSV_BYTES = 3e6;
const MOST_PERCENT = 0.2;
const MOST_MEMORY = 150;
const LEAST_TIMES = 100;

/** Each reading is a process of its own, so that none affects another. */
export async function measureTelemetry(
  plan: TelemetryPlan,
  report: Report,
  log: (line: string) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-bench-telemetry-'));
  try {
    const ours = await bundleReader(folder);
    const peer = benchFile('peers', 'telemetry.mjs');
    const run = async (program: string, kind: Kind, file: string) => {
      const answer = await measure(program, kind, file, join(folder, 'output.log'));
      log(`${program === ours ? 'ours' : 'peer'}, ${kind}: ${typeof answer === 'string' ? answer : describe(answer)}`);
      return answer;
    };
    await measureMovie(plan, report, folder, (who, file) => run(who === 'ours' ? ours : peer, 'movie', file));
    for (const [kind, name, peerName, file] of [
      ['fit', `FIT of ${FIT_RECORDS} records`, 'fit-file-parser', makeFit(folder, FIT_RECORDS)],
      ['csv', 'CSV of 3 MB (the peer only splits it)', 'papaparse', makeCsv(folder, CSV_BYTES)],
    ] as const) {
      const rounds: { readonly ours: number; readonly peer: number }[] = [];
      for (let round = 0; round < plan.rounds; round += 1) {
        rounds.push({ ours: finished(await run(ours, kind, file)).ms, peer: finished(await run(peer, kind, file)).ms });
      }
      const [mine, theirs] = [rounds.map((round) => round.ours), rounds.map((round) => round.peer)];
      report.add({
        name: `${name}: ms in a fresh process (ratio: ours by the peer)`,
        ours: figureOf(mine),
        peer: { name: peerName, figure: figureOf(theirs) },
        ratio: ratioOf(mine, theirs),
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureMovie(
  { rounds, movieBytes }: TelemetryPlan,
  report: Report,
  folder: string,
  run: (who: 'ours' | 'peer', file: string) => Promise<Answer | string>,
): Promise<void> {
  const { file, size } = makeMovie(folder, movieBytes);
  const what = `GPS out of a movie of ${(size / 1e9).toFixed(1)} GB`;
  const mine: Answer[] = [];
  for (let round = 0; round < rounds; round += 1) mine.push(finished(await run('ours', file)));
  const theirs = await run('peer', file);
  const isDone = typeof theirs !== 'string';
  const name = 'gpmf-extract';
  const of = (read: (answer: Answer) => number) => figureOf(mine.map(read));
  report.add({
    name: `${what}: ms (ratio: how many times faster)`,
    ours: of(({ ms }) => ms),
    ...(isDone && {
      peer: { name, figure: figureOf([theirs.ms]) },
      ratio: of(({ ms }) => theirs.ms / ms),
      aim: { of: 'ratio', atLeast: LEAST_TIMES } as const,
    }),
  });
  report.add({
    name: `${what}: % of its bytes read`,
    ours: of(({ bytes }) => (100 * bytes) / size),
    limit: figureOf([MOST_PERCENT]),
    ...(isDone && { peer: { name, figure: figureOf([(100 * theirs.bytes) / size]) } }),
    aim: { of: 'ours', atMost: MOST_PERCENT },
  });
  report.add({
    name: `${what}: MB of memory, the whole process at its most`,
    ours: of(({ memory }) => memory),
    limit: figureOf([MOST_MEMORY]),
    ...(isDone && { peer: { name, figure: figureOf([theirs.memory]) } }),
    aim: { of: 'ours', atMost: MOST_MEMORY },
  });
  report.addTable({
    title: what,
    head: ['reader', 'what came of it'],
    rows: [
      ['ours', `${describe(mine[0]!)}, ready for the map`],
      [name, isDone ? `${describe(theirs)}, still to be parsed` : theirs],
    ],
    notes: ['The pictures are holes in the file, which read as zeros at once: a reader from a real disk waits longer.'],
  });
}

function describe({ ms, bytes, count, memory }: Answer): string {
  const read = bytes === 0 ? '' : `${(bytes / 1e6).toFixed(1)} MB read, `;
  return `${inWords(ms)} ms, ${read}${inWords(memory)} MB of memory, ${count} ${count === 1 ? 'sample' : 'samples'}`;
}

function finished(answer: Answer | string): Answer {
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

/** A measurement, or the error instead of it. */
export async function measure(program: string, kind: Kind, file: string, output: string): Promise<Answer | string> {
  const began = performance.now();
  const child = startPinned({ args: [program, kind, file], output });
  try {
    return await hear<Answer>(child);
  } catch (error) {
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    return `${error instanceof Error ? error.message : String(error)} after ${seconds} s`;
  } finally {
    await end(child, 'SIGKILL');
  }
}
