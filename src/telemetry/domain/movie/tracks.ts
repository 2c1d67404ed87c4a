import { type Box, readBoxes, readFourCc, readText } from './boxes.ts';
import type { Peek } from './random-access.ts';
import { type MovieSample, readSamples, sumDurations } from './sample-table.ts';

export interface Track {
  readonly id: number;
  /** Units in a second. */
  readonly timescale: number;
  /** Seconds by which the track begins after the movie. */
  readonly shift: number;
  /** 'vide', 'soun', 'meta' … */
  readonly handler: string;
  /** The name that the maker gave the track: 'GoPro MET'. */
  readonly name: string;
  readonly format: string;
  /** Seconds. */
  readonly duration: number;
  readonly framesPerSecond: number | null;
  /** Empty for picture and sound: the table of a long video is megabytes that are not needed. */
  readonly samples: readonly MovieSample[];
}

/** Greatest size of a table of telemetry: days of it. */
const MOST_TABLE = 8 * 1024 * 1024;

export async function readTrack(peek: Peek, trak: Box, movieTimescale: number): Promise<Track> {
  const inTrak = await openBoxes(peek, trak);
  const inMdia = await openBoxes(peek, inTrak.get('mdia'));
  const inMinf = await openBoxes(peek, inMdia.get('minf'));
  const inStbl = await openBoxes(peek, inMinf.get('stbl'));
  const hdlr = await openAll(peek, inMdia.get('hdlr'), 256);
  const stsd = await openStart(peek, inStbl.get('stsd'), 16);
  const stts = await openAll(peek, inStbl.get('stts'), MOST_TABLE);
  const handler = hdlr.byteLength >= 12 ? readFourCc(hdlr, 8) : '';
  const format = stsd.byteLength >= 16 ? readFourCc(stsd, 12) : '';
  const timescale = await readTimescale(peek, inMdia.get('mdhd'));
  const sum = sumDurations(stts);
  const elst = (await openBoxes(peek, inTrak.get('edts'))).get('elst');
  const shift = readShift(await openAll(peek, elst, MOST_TABLE), movieTimescale, timescale);
  const duration = sum.duration / timescale;
  return {
    id: await readId(peek, inTrak.get('tkhd')),
    timescale,
    shift,
    handler,
    // QuickTime writes the length of the name in front of it.
    name: hdlr.byteLength > 24 ? readText(hdlr, 24) : '',
    format,
    duration,
    framesPerSecond: handler === 'vide' && duration > 0 ? sum.count / duration : null,
    samples: handler === 'vide' || handler === 'soun' ? [] : await openSamples(),
  };

  async function openSamples(): Promise<MovieSample[]> {
    const [stco, co64] = [inStbl.get('stco'), inStbl.get('co64')];
    const table = {
      stts,
      stsc: await openAll(peek, inStbl.get('stsc'), MOST_TABLE),
      stsz: await openAll(peek, inStbl.get('stsz'), MOST_TABLE),
      stco: stco === undefined ? null : await openAll(peek, stco, MOST_TABLE),
      co64: co64 === undefined ? null : await openAll(peek, co64, MOST_TABLE),
    };
    return readSamples(table, timescale, shift);
  }
}

async function openBoxes(peek: Peek, box: Box | undefined): Promise<ReadonlyMap<string, Box>> {
  if (box === undefined) return new Map();
  const { boxes } = await readBoxes(peek, box.from, box.to);
  return new Map(boxes.map((inner) => [inner.type, inner]));
}

const NOTHING = new DataView(new ArrayBuffer(0));

async function openStart(peek: Peek, box: Box | undefined, most: number): Promise<DataView> {
  if (box === undefined) return NOTHING;
  return (await peek(box.from, Math.min(box.to - box.from, most))) ?? NOTHING;
}

/** An empty view when the box is larger than it may be. */
async function openAll(peek: Peek, box: Box | undefined, most: number): Promise<DataView> {
  return box === undefined || box.to - box.from > most ? NOTHING : openStart(peek, box, most);
}

async function readId(peek: Peek, tkhd: Box | undefined): Promise<number> {
  const view = await openStart(peek, tkhd, 24);
  const at = view.byteLength > 0 && view.getUint8(0) === 1 ? 20 : 12;
  return view.byteLength < at + 4 ? 0 : view.getUint32(at);
}

async function readTimescale(peek: Peek, mdhd: Box | undefined): Promise<number> {
  const view = await openStart(peek, mdhd, 24);
  const at = view.byteLength > 0 && view.getUint8(0) === 1 ? 20 : 12;
  return view.byteLength < at + 4 ? 1 : view.getUint32(at) || 1;
}

/** Seconds by which the track begins after the movie, by its list of edits: pauses first, then the start of play. */
function readShift(elst: DataView, movieTimescale: number, timescale: number): number {
  if (elst.byteLength < 8) return 0;
  const isLong = elst.getUint8(0) === 1;
  const width = isLong ? 20 : 12;
  const count = Math.min(elst.getUint32(4), Math.floor((elst.byteLength - 8) / width));
  let shift = 0;
  for (let at = 8; at < 8 + count * width; at += width) {
    const length = isLong ? Number(elst.getBigUint64(at)) : elst.getUint32(at);
    const mediaTime = isLong ? Number(elst.getBigInt64(at + 8)) : elst.getInt32(at + 4);
    if (mediaTime >= 0) return shift - mediaTime / timescale;
    shift += length / movieTimescale;
  }
  return shift;
}
