import { type Box, readBoxes } from './boxes.ts';
import { addFragments } from './fragments.ts';
import { createPeek, type RandomAccess } from './random-access.ts';
import { readTrack, type Track } from './tracks.ts';

/** Bytes of a movie that may tell where it was taken. */
export interface TellingPart {
  readonly from: number;
  readonly to: number;
  /** Offset of a box's type: under another type players skip its contents. */
  readonly typeAt: number | null;
}

/** Notes about a movie or a track: positions, devices, titles. None is needed to play it. */
const NOTES: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid']);

/**
 * Finds everything but picture, sound and the boxes needed to play them: the tracks with telemetry (of GoPro and of others),
 * and the notes in which phones and cameras write positions. The order is that of the file; empty for a file that is no movie.
 */
export async function findPlaces(file: RandomAccess): Promise<TellingPart[]> {
  const peek = createPeek(file);
  const found: TellingPart[] = [];
  const isNote = ({ type }: Box) => NOTES.has(type);
  const note = ({ at, from, to }: Box) => found.push({ from, to, typeAt: at + 4 });
  const { boxes } = await readBoxes(peek, 0, file.size);
  boxes.filter(isNote).forEach(note);
  for (const moov of boxes.filter(({ type }) => type === 'moov')) {
    const inside = (await readBoxes(peek, moov.from, moov.to)).boxes;
    inside.filter(isNote).forEach(note);
    const tracks: Track[] = [];
    for (const trak of inside.filter(({ type }) => type === 'trak')) {
      (await readBoxes(peek, trak.from, trak.to)).boxes.filter(isNote).forEach(note);
      tracks.push(await readTrack(peek, trak, 1));
    }
    for (const { samples } of await addFragments(file, peek, moov, tracks)) {
      for (const { offset, size } of samples) {
        if (offset + size <= file.size) found.push({ from: offset, to: offset + size, typeAt: null });
      }
    }
  }
  return inOrder(found);
}

/** Parts inside or right behind another are merged with it. */
function inOrder(parts: readonly TellingPart[]): TellingPart[] {
  const merged: TellingPart[] = [];
  for (const part of parts.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last === undefined || part.from > last.to || part.typeAt !== null) merged.push(part);
    else if (part.to > last.to) merged[merged.length - 1] = { ...last, to: part.to };
  }
  return merged;
}
