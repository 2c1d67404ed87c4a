import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleReader } from './bundle-reader.ts';
import { benchFile } from './processes.ts';
import { type Answer, type Kind, measure } from './sections/telemetry.ts';
import { makeCsv, makeMovie } from './telemetry-files.ts';

const CSV_BYTES = 3e6;
const MOVIE_BYTES = 12e9;

export interface Speeds {
  /** Milliseconds of each round, ours and papaparse's splitting of the same text, one after the other. */
  readonly csv: readonly { readonly ours: number; readonly peer: number }[];
  readonly movie: { readonly size: number; readonly bytes: number; readonly count: number };
}

/** The two figures of the readers that have a limit. Each reading is a process of its own. */
export async function measureSpeeds(rounds: number): Promise<Speeds> {
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-speed-'));
  try {
    const ours = await bundleReader(folder);
    const peer = benchFile('peers', 'telemetry.mjs');
    const run = async (program: string, kind: Kind, file: string): Promise<Answer> => {
      const answer = await measure(program, kind, file, join(folder, 'output.log'));
      if (typeof answer === 'string') throw new Error(answer);
      return answer;
    };
    const table = makeCsv(folder, CSV_BYTES);
    const csv: { ours: number; peer: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      csv.push({ ours: (await run(ours, 'csv', table)).ms, peer: (await run(peer, 'csv', table)).ms });
    }
    const { file, size } = makeMovie(folder, MOVIE_BYTES);
    const { bytes, count } = await run(ours, 'movie', file);
    return { csv, movie: { size, bytes, count } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
