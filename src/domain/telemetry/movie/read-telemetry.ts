import { ok, refuse, type Result } from '../../result.ts';
import { MOST_SAMPLES } from '../pack.ts';
import type { ReadFailure } from '../recording.ts';
import { type GpsBlock, readPayload } from './gps-streams.ts';
import { type Part, type RandomAccess, readPart } from './random-access.ts';
import type { MovieSample } from './sample-table.ts';

/** Positions as they lie in the movie, of every stream that has some. */
export interface TimedBlock extends GpsBlock {
  /** Seconds in the movie. */
  readonly start: number;
  readonly duration: number;
}

export interface Telemetry {
  readonly blocks: readonly TimedBlock[];
  readonly devices: readonly string[];
  /** Payloads whose bytes are missing in the file. */
  readonly lost: number;
}

/** From 0 to 1. */
export type Progress = (part: number) => void;

/** Greatest gap between two payloads for which one read is cheaper than two; a greater one would read pictures. */
const MOST_GAP = 4 * 1024;
const MOST_READ = 256 * 1024;
/** A payload is about a second: a camera writes about 7 KB, and never a MB. */
const MOST_PAYLOAD = 1024 * 1024;
/** Reads at once: a read is mostly waiting. */
const AT_ONCE = 64;

interface Range {
  readonly offset: number;
  end: number;
  readonly samples: MovieSample[];
}

/** Payloads that lie close together, in one range. */
export function joinRanges(samples: readonly MovieSample[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const sample of samples) {
    const last = ranges.at(-1);
    const gap = last === undefined ? -1 : sample.offset - last.end;
    const end = sample.offset + sample.size;
    if (last !== undefined && gap >= 0 && gap <= MOST_GAP && end - last.offset <= MOST_READ) {
      last.end = end;
      last.samples.push(sample);
    } else ranges.push({ offset: sample.offset, end, samples: [sample] });
  }
  return ranges;
}

export async function readTelemetry(
  file: RandomAccess,
  samples: readonly MovieSample[],
  progress?: Progress,
): Promise<Result<Telemetry, ReadFailure>> {
  const present = samples.filter(({ offset, size }) => size <= MOST_PAYLOAD && offset + size <= file.size);
  // More telemetry than there is file: the table names the same bytes again and again.
  if (present.reduce((sum, { size }) => sum + size, 0) > file.size) return refuse({ code: 'movie-cut' });
  const ranges = joinRanges(present);
  const blocks: TimedBlock[] = [];
  const devices = new Set<string>();
  let count = 0;
  for (let from = 0; from < ranges.length; from += AT_ONCE) {
    const batch = ranges.slice(from, from + AT_ONCE);
    const parts = await Promise.all(batch.map(({ offset, end }) => readPart(file, offset, end - offset)));
    for (const [index, range] of batch.entries()) {
      const part = parts[index];
      if (part === null || part === undefined) return refuse({ code: 'file-changes' });
      for (const sample of range.samples) {
        const payload = readPayload(viewOf(part, sample));
        for (const device of payload.devices) devices.add(device);
        for (const block of payload.blocks) {
          if (block.count === 0) continue;
          blocks.push({ ...block, start: sample.start, duration: sample.duration });
          count += block.count;
        }
      }
    }
    if (count > MOST_SAMPLES * 4) return refuse({ code: 'file-too-large' });
    progress?.(Math.min(from + AT_ONCE, ranges.length) / ranges.length);
  }
  return ok({ blocks, devices: [...devices], lost: samples.length - present.length });
}

function viewOf({ at, view }: Part, { offset, size }: MovieSample): DataView {
  return new DataView(view.buffer, view.byteOffset + offset - at, size);
}
