/** One sample of a track: its bytes in the file, and its time in the movie. */
export interface MovieSample {
  readonly offset: number;
  readonly size: number;
  /** Seconds in the movie. */
  readonly start: number;
  readonly duration: number;
}

/** The contents of the boxes of a track's table, each behind its version and flags. */
export interface SampleTable {
  readonly stts: DataView;
  readonly stsc: DataView;
  readonly stsz: DataView;
  readonly stco: DataView | null;
  readonly co64: DataView | null;
}

/** A payload is about a second, so these are days. */
const MOST_SAMPLES = 300_000;

/** The entries that the box claims, as far as it really has them. */
function countEntries(view: DataView, head: number, width: number): number {
  if (view.byteLength < head) return 0;
  const room = Math.floor((view.byteLength - head) / width);
  return Math.min(view.getUint32(head - 4), room, MOST_SAMPLES);
}

function readSizes(stsz: DataView): number[] {
  if (stsz.byteLength < 12) return [];
  const same = stsz.getUint32(4);
  if (same !== 0) return Array.from({ length: Math.min(stsz.getUint32(8), MOST_SAMPLES) }, () => same);
  return Array.from({ length: countEntries(stsz, 12, 4) }, (_, index) => stsz.getUint32(12 + index * 4));
}

function readChunks({ stco, co64 }: SampleTable): number[] {
  if (co64 !== null) {
    return Array.from({ length: countEntries(co64, 8, 8) }, (_, index) => Number(co64.getBigUint64(8 + index * 8)));
  }
  if (stco === null) return [];
  return Array.from({ length: countEntries(stco, 8, 4) }, (_, index) => stco.getUint32(8 + index * 4));
}

function readOffsets(table: SampleTable, sizes: readonly number[]): number[] {
  const { stsc } = table;
  const chunks = readChunks(table);
  const runs = countEntries(stsc, 8, 12);
  const offsets: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const first = stsc.getUint32(8 + run * 12) - 1;
    const perChunk = stsc.getUint32(12 + run * 12);
    const next = run + 1 < runs ? stsc.getUint32(8 + (run + 1) * 12) - 1 : chunks.length;
    for (let chunk = Math.max(first, 0); chunk < Math.min(next, chunks.length); chunk += 1) {
      let offset = chunks[chunk]!;
      for (let sample = 0; sample < perChunk && offsets.length < sizes.length; sample += 1) {
        offsets.push(offset);
        offset += sizes[offsets.length - 1]!;
      }
      if (offsets.length >= sizes.length) return offsets;
    }
  }
  return offsets;
}

/** The number of samples in a table, and their duration together in units of the track. */
export function sumDurations(stts: DataView): { readonly count: number; readonly duration: number } {
  let count = 0;
  let duration = 0;
  for (let entry = 0; entry < countEntries(stts, 8, 8); entry += 1) {
    const samples = stts.getUint32(8 + entry * 8);
    count += samples;
    duration += samples * stts.getUint32(12 + entry * 8);
  }
  return { count, duration };
}

function readDurations(stts: DataView, count: number): number[] {
  const durations: number[] = [];
  for (let entry = 0; entry < countEntries(stts, 8, 8) && durations.length < count; entry += 1) {
    const samples = Math.min(stts.getUint32(8 + entry * 8), count - durations.length);
    const duration = stts.getUint32(12 + entry * 8);
    for (let sample = 0; sample < samples; sample += 1) durations.push(duration);
  }
  return durations;
}

/** `shift`: the seconds by which the track begins later than the movie. */
export function readSamples(table: SampleTable, timescale: number, shift: number): MovieSample[] {
  const sizes = readSizes(table.stsz);
  const offsets = readOffsets(table, sizes);
  const durations = readDurations(table.stts, offsets.length);
  let units = 0;
  return offsets.slice(0, durations.length).map((offset, index) => {
    const sample = {
      offset,
      size: sizes[index]!,
      start: units / timescale + shift,
      duration: durations[index]! / timescale,
    };
    units += durations[index]!;
    return sample;
  });
}
