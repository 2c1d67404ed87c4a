import { findPlaces } from '../../../../domain/movie/find-places.ts';

const ZEROS = new Uint8Array(64 * 1024);
const FREE = new TextEncoder().encode('free');

/**
 * The movie as others get it: as long as before and playing the same, with nothing in it that tells where it was taken.
 * Positions that are hidden in the run's data would otherwise still stand in its video.
 */
export async function withoutPlaces(file: Blob): Promise<Blob> {
  const read = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
  const parts: BlobPart[] = [];
  let done = 0;
  for (const { from, to, typeAt } of await findPlaces({ size: file.size, read })) {
    if (from < done) continue;
    if (typeAt === null) parts.push(file.slice(done, from));
    else parts.push(file.slice(done, typeAt), FREE, file.slice(typeAt + FREE.length, from));
    for (let at = from; at < to; at += ZEROS.length) parts.push(ZEROS.subarray(0, to - at));
    done = to;
  }
  return done === 0 ? file : new Blob([...parts, file.slice(done)], { type: file.type });
}
