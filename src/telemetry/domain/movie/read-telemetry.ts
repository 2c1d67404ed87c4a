import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { ReadFailure } from '../recording.ts';
import { type GpsBlock, readPayload, readPayloadPart, type StreamsPlace } from './gps-streams.ts';
import { type Part, type RandomAccess, readPart } from './random-access.ts';
import type { MovieSample } from './sample-table.ts';
import { MAX_SAMPLES } from '../../../domain/limits.ts';

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

/** Called with the part that is done, from 0 to 1. */
export type Progress = (part: number) => void;

/** Greatest gap between two payloads for which one read is cheaper than two; a greater one would read pictures. */
const MOST_GAP = 4 * 1024;
const MOST_READ = 256 * 1024;
/** A payload is about a second: a camera writes about 7 KB, and never a MB. */
const MOST_PAYLOAD = 1024 * 1024;
/** Reads at once: a read is mostly waiting. */
const AT_ONCE = 64;

/** Payloads that are read whole, to find where their streams lie: the first of a clip is shorter than the others. */
const WHOLE_FIRST = 2;
/** Bytes by which the streams of a payload may lie away from where those of the last one lay. */
const SLACK = 256;

/** The bytes of a payload that are read. */
interface Window {
  readonly sample: MovieSample;
  readonly offset: number;
  readonly size: number;
}

interface Range {
  readonly offset: number;
  end: number;
  readonly windows: Window[];
}

/** Windows that lie close together, in one range. */
function joinRanges(windows: readonly Window[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const window of windows) {
    const last = ranges.at(-1);
    const gap = last === undefined ? -1 : window.offset - last.end;
    const end = window.offset + window.size;
    if (last !== undefined && gap >= 0 && gap <= MOST_GAP && end - last.offset <= MOST_READ) {
      last.end = end;
      last.windows.push(window);
    } else ranges.push({ offset: window.offset, end, windows: [window] });
  }
  return ranges;
}

/**
 * Window of a payload that is read first. Most of a payload is motion: positions are a tenth of it, and lie about where they
 * lay in the payload before.
 */
function windowOf(sample: MovieSample, place: StreamsPlace | null): Window {
  const { offset, size } = sample;
  const from = place === null ? 0 : Math.max(0, place.from - SLACK);
  const to = place === null ? size : Math.min(size, place.to + SLACK);
  return to <= from ? { sample, offset, size } : { sample, offset: offset + from, size: to - from };
}

export async function readTelemetry(
  file: RandomAccess,
  samples: readonly MovieSample[],
  progress?: Progress,
): Promise<Result<Telemetry, ReadFailure>> {
  const present = samples.filter(({ offset, size }) => size <= MOST_PAYLOAD && offset + size <= file.size);
  // More telemetry than there is file: the table names the same bytes again and again.
  if (present.reduce((sum, { size }) => sum + size, 0) > file.size) return refuse({ code: 'movie-cut' });
  const blocks: TimedBlock[] = [];
  const devices = new Set<string>();
  let place: StreamsPlace | null = null;
  let count = 0;
  const readWhole = (view: DataView) => {
    const payload = readPayload(view);
    for (const device of payload.devices) devices.add(device);
    place = payload.place ?? place;
    return payload.blocks;
  };
  /** Null when the file has become shorter meanwhile. */
  const readWindow = async (view: DataView, { offset, size }: MovieSample, expected: StreamsPlace | null) => {
    if (expected === null) return readWhole(view);
    const found = readPayloadPart(view, expected.count);
    if (found !== null) return found;
    const whole = await readPart(file, offset, size);
    return whole === null ? null : readWhole(whole.view);
  };
  for (let from = 0; from < present.length;) {
    const batch = present.slice(from, from + (from < WHOLE_FIRST ? 1 : AT_ONCE));
    from += batch.length;
    const expected: StreamsPlace | null = from <= WHOLE_FIRST ? null : place;
    const ranges = joinRanges(batch.map((sample) => windowOf(sample, expected)));
    const parts = await Promise.all(ranges.map(({ offset, end }) => readPart(file, offset, end - offset)));
    for (const [index, { windows }] of ranges.entries()) {
      const part = parts[index];
      if (part === null || part === undefined) return refuse({ code: 'file-changes' });
      for (const window of windows) {
        const { sample } = window;
        const found = await readWindow(viewOf(part, window), sample, expected);
        if (found === null) return refuse({ code: 'file-changes' });
        for (const block of found) {
          if (block.count === 0) continue;
          blocks.push({ ...block, start: sample.start, duration: sample.duration });
          count += block.count;
        }
      }
    }
    if (count > MAX_SAMPLES * 4) return refuse({ code: 'file-too-large' });
    progress?.(from / present.length);
  }
  return ok({ blocks, devices: [...devices], lost: samples.length - present.length });
}

function viewOf({ at, view }: Part, { offset, size }: Window): DataView {
  return new DataView(view.buffer, view.byteOffset + offset - at, size);
}
