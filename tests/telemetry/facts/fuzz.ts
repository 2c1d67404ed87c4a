import { readdirSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { readFiles } from '../../../src/telemetry/client/recordings/reading/read-files.ts';
import { describeFailure, describeWarning } from '../../../src/telemetry/domain/read-texts.ts';
import { warningsOf } from '../../../src/telemetry/client/recordings/reading/read-outcome.ts';
import { readSampleIn } from '../support/samples.ts';

/** Larger samples take longer to read, and their damage shows nothing new. */
const MOST_BYTES = 400_000;

/** The files in a folder and below that are small enough, by their paths. */
export function listSmall(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path).size > 0 && statSync(path).size < MOST_BYTES)
    .map((path) => relative(folder, path))
    .toSorted();
}

/** Numbers from 0 up to but not including 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const EXTREMES = [0, 1, 0x7f, 0x80, 0xff, 0x2c, 0x2d, 0x22, 0x0a];

/** A few damages of the kinds that cards, cables and editors do: bytes changed, lost, doubled, filled, cut. */
export function damage(bytes: Uint8Array, seed: number): Uint8Array<ArrayBuffer> {
  const random = createRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  let result = new Uint8Array(bytes);
  for (let times = 1 + below(4); times > 0; times -= 1) {
    const at = below(result.length);
    const length = 1 + below(random() < 0.5 ? 8 : Math.max(1, result.length >> 2));
    const kind = below(6);
    if (kind === 0) for (let index = 0; index < 1 + below(20); index += 1) result[below(result.length)] = below(256);
    else if (kind === 1) result.fill(EXTREMES[below(EXTREMES.length)]!, at, at + Math.min(length, 16));
    else if (kind === 2) result = concat(result.subarray(0, at), result.subarray(at + length));
    else if (kind === 3) result = concat(result.subarray(0, at + length), result.subarray(at));
    else if (kind === 4) result = result.slice(0, Math.max(1, at));
    else result.set(result.slice(below(result.length)).subarray(0, Math.min(length, result.length - at)), at);
  }
  return result;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** Reads one damaged sample as the page does, down to the sentences about it. Throws when the page would. */
export async function fuzzOnce(folder: string, files: readonly string[], seed: number): Promise<string> {
  const name = files[seed % files.length]!;
  const file = new File([damage(readSampleIn(folder, name), seed)], basename(name));
  const outcome = await readFiles([file], undefined, () => undefined);
  if (outcome.kind === 'crashed') throw new Error('crashed');
  if (outcome.kind === 'failed') describeFailure(outcome.failure);
  for (const warning of warningsOf(outcome)) describeWarning(warning);
  return `${name}: ${outcome.kind}`;
}
