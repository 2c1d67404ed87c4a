import { afterEach, expect, test } from 'vitest';
import type { FilmReport } from '../../src/client/camera/messages.ts';
import { type FilmReader, readFilm } from '../../src/client/camera/film-reader.ts';
import { type FilmTrack, playFilm } from './film-track.ts';

const SETTINGS = { line: 0.5, isBadWeather: false, keepMinutes: 5, isKept: true };
const FRAME_MS = 1_000 / 30;
const RIDERS = [
  { at: 2.2, speed: 8, bright: 225 },
  { at: 3.4, speed: 6, bright: 45 },
];

let stop = () => {};
afterEach(() => stop());

interface Seen {
  readonly film: FilmTrack;
  readonly reader: FilmReader;
  readonly crossings: number[];
  readonly reports: FilmReport[];
  readonly ends: number;
}

async function see(isShown?: (frame: number) => boolean): Promise<Seen> {
  const film = playFilm(RIDERS, isShown);
  const [crossings, reports]: [number[], FilmReport[]] = [[], []];
  let ends = 0;
  const reader = await readFilm(SETTINGS, {
    onCrossing: ({ at }) => crossings.push(at),
    onReport: (report) => reports.push(report),
    onEnded: () => (ends += 1),
  });
  reader.feed(film.track);
  stop = () => {
    film.stop();
    reader.stop();
  };
  return {
    film,
    reader,
    crossings,
    reports,
    get ends() {
      return ends;
    },
  };
}

test('[EYE9] A camera is read in a worker: both riders cross at their moments, on the page’s clock', async () => {
  const seen = await see();
  const begun = await seen.film.begun;
  await expect.poll(() => seen.crossings.length).toBe(2);
  const frames = seen.crossings.map((at, index) => (at - begun - RIDERS[index]!.at * 1_000) / FRAME_MS);
  expect(Math.max(...frames.map(Math.abs))).toBeLessThan(1.5);
  const { door, width, height, way } = seen.reports.at(-1)!;
  expect({ door, width, height, way }).toEqual({ door: 'window', width: 640, height: 360, way: 'timestamp' });
});

test('[EYE11] The strip has a column for every frame, and the neighbours of one are the frames beside it', async () => {
  const seen = await see();
  await expect.poll(() => seen.film.stamps.length).toBeGreaterThan(60);
  const wanted = seen.film.stamps[40]!;
  const column = await seen.reader.column(wanted);
  expect(Math.abs(column!.at - wanted) / FRAME_MS).toBeLessThan(0.5);
  const next = await seen.reader.column(column!.at, 1);
  expect(Math.round((next!.at - column!.at) / FRAME_MS)).toBe(1);
});

test('[EYE12] The picture of a moment comes back out of the ring, and an accepted finish is a piece of strip and three pictures', async () => {
  const seen = await see();
  await expect.poll(() => seen.crossings.length).toBeGreaterThan(0);
  const [crossed] = seen.crossings as [number];
  const picture = await seen.reader.picture(crossed);
  expect(Math.abs(picture!.at - crossed) / FRAME_MS).toBeLessThan(1);
  const { width, height } = picture!.bitmap;
  expect([width, height]).toEqual([640, 360]);
  // The rider's wheel is at the line: dark where the road was.
  const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
  canvas.drawImage(picture!.bitmap, 0, 0);
  const { data } = canvas.getImageData(width / 2 - 60, height * 0.68, 50, 20);
  expect(Math.max(...data.filter((_, at) => at % 4 === 0))).toBeGreaterThan(190);
  const { strip, pictures } = await seen.reader.keepFinish(crossed);
  const piece = await createImageBitmap(strip!.blob);
  expect(piece.width).toBe(strip!.columns.length);
  expect(strip!.columns[0]! < crossed && crossed < strip!.columns.at(-1)!).toBe(true);
  expect(pictures.map(({ blob }) => blob.type)).toEqual(['image/jpeg', 'image/jpeg', 'image/jpeg']);
});

test('[EYE11] Frames that never came are counted, and are a gap in the strip', async () => {
  const seen = await see((frame) => frame < 60 || frame > 75);
  await expect.poll(() => seen.film.stamps.length).toBeGreaterThan(90);
  await expect.poll(() => seen.reports.at(-1)?.lost).toBeGreaterThanOrEqual(15);
  const begun = await seen.film.begun;
  const inGap = await seen.reader.column(begun + 67 * FRAME_MS);
  expect(Math.abs(inGap!.at - begun - 67 * FRAME_MS)).toBeGreaterThan(5 * FRAME_MS);
});

test('[EYE13] A camera that is taken away is said at once', async () => {
  const seen = await see();
  await expect.poll(() => seen.reports.length).toBeGreaterThan(0);
  seen.film.stop();
  await expect.poll(() => seen.ends).toBe(1);
});
