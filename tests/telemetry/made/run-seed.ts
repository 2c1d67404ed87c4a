import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Format } from './writing/formats.ts';
import { type Made, makeRecording } from './writing/recording.ts';
import { truthOf } from './writing/truth.ts';
import { writeMade } from './writing/write.ts';
import { type Compared, compareFigures } from './compare.ts';
import { contradictionsOf } from './contradictions.ts';
import { readShown } from './read-shown.ts';

/** One made recording, written, read back and compared. */
export interface SeedResult {
  readonly seed: number;
  readonly format: Format;
  readonly about: string;
  readonly refused: string | null;
  readonly compared: readonly Compared[];
  readonly contradictions: readonly string[];
}

function makeFile(seed: number, formats?: readonly Format[]) {
  const { made, chance } = makeRecording(seed, formats);
  const { name, content, written } = writeMade(made, chance);
  return { made, truth: truthOf(made, written), file: new File([content], name) };
}

/** The file stays in the folder, where one is given. */
export async function runSeed(seed: number, formats?: readonly Format[], folder?: string): Promise<SeedResult> {
  const { made, truth, file } = makeFile(seed, formats);
  if (folder !== undefined) await writeFile(join(folder, `${seed}-${file.name}`), file.stream());
  const shown = await readShown(file);
  const isRefused = 'refused' in shown;
  return {
    seed,
    format: made.format,
    about: describe(made),
    refused: isRefused ? shown.refused : null,
    compared: compareFigures(made, truth, isRefused ? null : shown),
    contradictions: isRefused ? [] : contradictionsOf(shown),
  };
}

const describe = ({ sport, rate, rows, stands, losses, spikes, hasPlaces }: Made): string =>
  [
    sport.name,
    `${rate} Hz`,
    `${rows.length} samples`,
    ...(hasPlaces ? [] : ['indoors']),
    ...(stands > 0 ? [`${stands} stops`] : []),
    ...(losses > 0 ? [`${losses} gaps`] : []),
    ...(spikes > 0 ? [`${spikes} bad fixes`] : []),
  ].join(', ');
