import { type Box, readBoxes, readFourCc } from './boxes.ts';
import { type Peek, type RandomAccess, readPart } from './random-access.ts';
import type { MovieSample } from './sample-table.ts';
import type { Track } from './tracks.ts';

/** Boxes behind the index: a fragment and its data for each second or so, for hours. */
const MOST_BOXES = 100_000;
const MOST_MOOF = 1024 * 1024;
const MOST_SAMPLES = 300_000;

/** Samples and duration that the fragments of a movie add to a track. */
interface Fragmented {
  /** Duration in units of the track. */
  duration: number;
  count: number;
  readonly samples: MovieSample[];
}

interface Defaults {
  readonly duration: number;
  readonly size: number;
}

/**
 * The tracks of a movie whose table is not in its index but in a box before each piece of it, as editors and streams
 * write it. The tracks are as they were where the index says nothing of fragments.
 */
export async function addFragments(
  file: RandomAccess,
  peek: Peek,
  moov: Box,
  tracks: readonly Track[],
): Promise<readonly Track[]> {
  const { boxes } = await readBoxes(peek, moov.from, moov.to);
  const mvex = boxes.find(({ type }) => type === 'mvex');
  if (mvex === undefined) return tracks;
  const defaults = await readDefaults(peek, mvex);
  const found = new Map(tracks.map(({ id }) => [id, { duration: 0, count: 0, samples: [] } as Fragmented]));
  const byId = new Map(tracks.map((track) => [track.id, track]));
  for (let at = moov.to, seen = 0; at + 8 <= file.size && seen < MOST_BOXES; seen += 1) {
    const head = (await readPart(file, at, Math.min(16, file.size - at)))?.view;
    if (head === undefined) break;
    const length = sizeOf(head, file.size - at);
    if (length === null || at + length > file.size) break;
    if (readFourCc(head, 4) === 'moof' && length <= MOST_MOOF) {
      const moof = (await readPart(file, at, length))?.view;
      if (moof !== undefined) readFragment(moof, at, { byId, defaults, found });
    }
    at += length;
  }
  return tracks.map((track) => {
    const { duration, count, samples } = found.get(track.id)!;
    if (count === 0) return track;
    const seconds = track.duration + duration / track.timescale;
    const framesPerSecond = track.handler === 'vide' && seconds > 0 ? count / seconds : null;
    return { ...track, duration: seconds, framesPerSecond, samples: [...track.samples, ...samples] };
  });
}

/** Null for a size that no box has. */
function sizeOf(head: DataView, rest: number): number | null {
  const size = head.getUint32(0);
  if (size === 0) return rest;
  if (size !== 1) return size < 8 ? null : size;
  if (head.byteLength < 16) return null;
  const large = Number(head.getBigUint64(8));
  return large < 16 ? null : large;
}

async function readDefaults(peek: Peek, mvex: Box): Promise<ReadonlyMap<number, Defaults>> {
  const defaults = new Map<number, Defaults>();
  const { boxes } = await readBoxes(peek, mvex.from, mvex.to);
  for (const { type, from, to } of boxes) {
    const view = type === 'trex' && to - from >= 24 ? await peek(from, 24) : null;
    if (view !== null) defaults.set(view.getUint32(4), { duration: view.getUint32(12), size: view.getUint32(16) });
  }
  return defaults;
}

interface Tracks {
  readonly byId: ReadonlyMap<number, Track>;
  readonly defaults: ReadonlyMap<number, Defaults>;
  readonly found: ReadonlyMap<number, Fragmented>;
}

/** The boxes inside of a view; one that reaches over its end is left out. */
function* boxesIn(view: DataView, from: number): Generator<{ readonly type: string; readonly view: DataView }> {
  for (let at = from; at + 8 <= view.byteLength;) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > view.byteLength) return;
    yield { type: readFourCc(view, at + 4), view: new DataView(view.buffer, view.byteOffset + at + 8, size - 8) };
    at += size;
  }
}

function readFragment(moof: DataView, offset: number, { byId, defaults, found }: Tracks): void {
  let end = offset;
  for (const { type, view } of boxesIn(moof, 8)) {
    if (type !== 'traf') continue;
    const inside = [...boxesIn(view, 0)];
    const head = readHead(inside.find((box) => box.type === 'tfhd')?.view);
    if (head === null) continue;
    const [track, into] = [byId.get(head.id), found.get(head.id)];
    const usual = defaults.get(head.id) ?? { duration: 0, size: 0 };
    const duration = head.duration ?? usual.duration;
    const size = head.size ?? usual.size;
    const base = head.base ?? (head.isFromMoof ? offset : end);
    let time = readTime(inside.find((box) => box.type === 'tfdt')?.view) ?? into?.duration ?? 0;
    let at = base;
    for (const run of inside) {
      if (run.type !== 'trun') continue;
      const isKept = track !== undefined && track.handler !== 'vide' && track.handler !== 'soun';
      const keep = (sample: MovieSample) => {
        const start = (time + sample.start) / track!.timescale + track!.shift;
        into!.samples.push({ ...sample, start, duration: sample.duration / track!.timescale });
      };
      const room = MOST_SAMPLES - (into?.samples.length ?? 0);
      const walked = readRun(run.view, { base, at, duration, size }, isKept ? keep : null, room);
      at = walked.at;
      time += walked.duration;
      if (into === undefined) continue;
      into.count += walked.count;
      into.duration += walked.duration;
    }
    end = at;
  }
}

/** The head of a track's part: which track it is, where its data begin, and what its samples have in common. */
function readHead(view: DataView | undefined) {
  if (view === undefined || view.byteLength < 8) return null;
  const flags = view.getUint32(0);
  let at = 8;
  const next = (flag: number, width: number) => {
    if ((flags & flag) === 0 || at + width > view.byteLength) return null;
    at += width;
    return width === 8 ? Number(view.getBigUint64(at - 8)) : view.getUint32(at - 4);
  };
  const base = next(0x1, 8);
  next(0x2, 4);
  return {
    id: view.getUint32(4),
    base,
    duration: next(0x8, 4),
    size: next(0x10, 4),
    isFromMoof: (flags & 0x2_00_00) !== 0,
  };
}

function readTime(view: DataView | undefined): number | null {
  if (view === undefined || view.byteLength < 8) return null;
  if (view.getUint8(0) !== 1) return view.getUint32(4);
  return view.byteLength < 12 ? null : Number(view.getBigUint64(4));
}

interface Run {
  readonly base: number;
  readonly at: number;
  readonly duration: number;
  readonly size: number;
}

/**
 * Walks the samples of a run and tells how many they are and how long, in units of the track. Samples without an entry
 * of their own are not walked unless they are kept: a few bytes could claim any number of them.
 */
function readRun(
  view: DataView,
  { base, at: last, duration, size }: Run,
  keep: ((sample: MovieSample) => void) | null,
  room: number,
): { readonly at: number; readonly count: number; readonly duration: number } {
  if (view.byteLength < 8) return { at: last, count: 0, duration: 0 };
  const flags = view.getUint32(0);
  const hasOffset = (flags & 0x1) !== 0 && view.byteLength >= 12;
  const [hasDuration, hasSize] = [(flags & 0x1_00) !== 0, (flags & 0x2_00) !== 0];
  const width = [0x1_00, 0x2_00, 0x4_00, 0x8_00].filter((flag) => (flags & flag) !== 0).length * 4;
  let at = hasOffset ? base + view.getInt32(8) : last;
  let entry = 8 + (hasOffset ? 4 : 0) + ((flags & 0x4) === 0 ? 0 : 4);
  const stated = view.getUint32(4);
  if (width === 0 && keep === null) return { at: at + stated * size, count: stated, duration: stated * duration };
  const entries = width === 0 ? stated : Math.max(0, Math.floor((view.byteLength - entry) / width));
  const count = Math.min(stated, entries, keep === null ? Infinity : room);
  let units = 0;
  for (let index = 0; index < count; index += 1, entry += width) {
    const own = hasDuration ? view.getUint32(entry) : duration;
    const ownSize = hasSize ? view.getUint32(entry + (hasDuration ? 4 : 0)) : size;
    keep?.({ offset: at, size: ownSize, start: units, duration: own });
    at += ownSize;
    units += own;
  }
  return { at, count, duration: units };
}
