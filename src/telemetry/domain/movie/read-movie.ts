import { ok, refuse, type Result } from '../../../domain/result.ts';
import { type EpochMs, epochMs } from '../../../domain/units.ts';
import type { ReadFailure } from '../recording.ts';
import { type Box, readBoxes, readText } from './boxes.ts';
import { addFragments } from './fragments.ts';
import { nameModel } from './models.ts';
import { createPeek, type Peek, type RandomAccess } from './random-access.ts';
import { readSettings } from './gpmf.ts';
import type { MovieSample } from './sample-table.ts';
import { readTrack, type Track } from './tracks.ts';

/** The facts in the index of a movie. */
export interface MovieFacts {
  /** Seconds, of the picture where there is one. */
  readonly duration: number;
  /** Date by the camera's own clock, in an unknown time zone. */
  readonly creationTime: EpochMs | null;
  readonly framesPerSecond: number | null;
  readonly device: string | null;
  readonly firmware: string | null;
  readonly isGoPro: boolean;
  /** The samples of the telemetry, in the order of time; empty when there is none. */
  readonly telemetry: readonly MovieSample[];
}

/** Boxes with which a movie may begin. Anything else is another kind of file. */
const FIRST_BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'uuid']);
const SECONDS_1904_TO_1970 = 2_082_844_800;
/** MAX and later keep their settings in the index, 26 KB of them; a far larger box is not that. */
const MOST_SETTINGS = 1024 * 1024;

/** Reads the index only, wherever in the file it stands; never the pictures. */
export async function readMovie(file: RandomAccess): Promise<Result<MovieFacts, ReadFailure>> {
  if (file.size === 0) return refuse({ code: 'file-empty' });
  const peek = createPeek(file);
  const { boxes, isWhole } = await readBoxes(peek, 0, file.size, ({ type }) => type === 'moov');
  if (!FIRST_BOXES.has(boxes[0]?.type ?? '')) return refuse({ code: 'movie-not-movie' });
  const moov = boxes.find(({ type }) => type === 'moov');
  // A camera writes the index last: a file that was cut or half copied has none, or half of one.
  if (moov === undefined || !isWhole) return refuse({ code: 'movie-cut' });
  return ok(await readIndex(file, peek, moov));
}

async function readIndex(file: RandomAccess, peek: Peek, moov: Box): Promise<MovieFacts> {
  const { boxes } = await readBoxes(peek, moov.from, moov.to);
  const { creationTime, timescale, duration } = await readHeader(peek, boxes);
  const { model, firmware, hasGoProBoxes } = await readUserData(peek, boxes);
  const inIndex: Track[] = [];
  for (const box of boxes) if (box.type === 'trak') inIndex.push(await readTrack(peek, box, timescale));
  const tracks = await addFragments(file, peek, moov, inIndex);
  const video = tracks.find(({ handler }) => handler === 'vide');
  const telemetry = tracks.find(({ format, samples }) => format === 'gpmd' && samples.length > 0)?.samples ?? [];
  return {
    duration: video?.duration || duration,
    creationTime,
    framesPerSecond: video?.framesPerSecond ?? null,
    device: model ?? nameModel(firmware),
    firmware,
    isGoPro: hasGoProBoxes || tracks.some(({ format, name }) => format === 'gpmd' || name.includes('GoPro')),
    telemetry,
  };
}

async function readHeader(peek: Peek, boxes: readonly Box[]) {
  const mvhd = boxes.find(({ type }) => type === 'mvhd');
  const view = mvhd === undefined ? null : await peek(mvhd.from, Math.min(mvhd.to - mvhd.from, 32));
  const isLong = view !== null && view.byteLength > 0 && view.getUint8(0) === 1;
  if (view === null || view.byteLength < (isLong ? 32 : 20)) return { creationTime: null, timescale: 1, duration: 0 };
  const created = (isLong ? Number(view.getBigUint64(4)) : view.getUint32(4)) - SECONDS_1904_TO_1970;
  const timescale = view.getUint32(isLong ? 20 : 12) || 1;
  const units = isLong ? Number(view.getBigUint64(24)) : view.getUint32(16);
  return { creationTime: created > 0 ? epochMs(created * 1000) : null, timescale, duration: units / timescale };
}

async function readUserData(peek: Peek, boxes: readonly Box[]) {
  const udta = boxes.find(({ type }) => type === 'udta');
  const inside = udta === undefined ? [] : (await readBoxes(peek, udta.from, udta.to)).boxes;
  const open = async (name: string) => {
    const box = inside.find(({ type }) => type === name);
    return box === undefined || box.to - box.from > MOST_SETTINGS ? null : peek(box.from, box.to - box.from);
  };
  const [firm, gpmf] = [await open('FIRM'), await open('GPMF')];
  const settings = gpmf === null ? null : readSettings(gpmf);
  return {
    model: settings?.model ?? null,
    firmware: (firm === null ? null : readText(firm) || null) ?? settings?.firmware ?? null,
    hasGoProBoxes: firm !== null || gpmf !== null,
  };
}
