import { expect, test } from 'vitest';
import { accessBytes } from '../../../../../../tests/telemetry/support/access-bytes.ts';
import { readGoProFile } from '../../../../../../tests/telemetry/support/read-gopro-file.ts';
import { readMovie } from '../../../../domain/movie/read-movie.ts';
import { numberedFrames } from '../../../../../../tests/telemetry/support/numbered-frames.ts';
import {
  addTelemetry,
  box,
  joinBytes,
  ride,
  textBytes,
} from '../../../../../../tests/telemetry/support/write-gopro.ts';
import { withoutPlaces } from './without-places.ts';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const stripped = async (bytes: Uint8Array<ArrayBuffer>) => bytesOf(await withoutPlaces(new Blob([bytes])));

test('[DT59] a GoPro video that is uploaded has its pictures and none of its places', async () => {
  const movie = addTelemetry(numberedFrames, { payloads: ride({ seconds: 5 }) });
  expect((await readGoProFile(accessBytes(movie))).ok).toBe(true);
  const copy = await stripped(movie);
  expect(copy.length).toBe(movie.length);
  expect((await readGoProFile(accessBytes(copy))).ok).toBe(false);
  const [before, after] = [await readMovie(accessBytes(movie)), await readMovie(accessBytes(copy))];
  if (!before.ok || !after.ok) throw new Error('not a movie any more');
  expect(after.value).toMatchObject({
    duration: before.value.duration,
    framesPerSecond: before.value.framesPerSecond,
    telemetry: before.value.telemetry,
  });
  const isTelemetry = (at: number) =>
    before.value.telemetry.some(({ offset, size }) => at >= offset && at < offset + size);
  const inTelemetry = copy.filter((_, at) => isTelemetry(at));
  expect(inTelemetry.length).toBeGreaterThan(100);
  expect(inTelemetry.every((byte) => byte === 0)).toBe(true);
});

test('[DT59] where a phone noted the place of a video is left out, and the rest stays byte for byte', async () => {
  const PLACE = '+47.3769+008.5417/';
  const note = box('udta', box('\u{a9}xyz', textBytes(PLACE)));
  const movie = joinBytes(numberedFrames, box('uuid', textBytes(PLACE)), note);
  const copy = await stripped(movie);
  const text = String.fromCharCode(...copy);
  expect(text).not.toContain(PLACE);
  expect(copy.length).toBe(movie.length);
  const { length } = numberedFrames;
  expect(text.slice(length).replaceAll('\0', '')).toMatch(/^.?free.?free$/s);
});

test('what is no movie is uploaded as it is', async () => {
  const webm = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5, 6, 7, 8);
  expect(await stripped(webm)).toEqual(webm);
});
