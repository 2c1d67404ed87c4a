import { afterEach, expect, test } from 'vitest';
import type { FilmReport } from '../../src/client/camera/messages.ts';
import { type FilmReader, readFilm } from '../../src/client/camera/film-reader.ts';
import { type FilmShape, type FilmTrack, playFilm } from './film-track.ts';
import { asBrowser, type Door } from './other-browser.ts';

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
  readonly cuts: number;
}

async function see(shape?: FilmShape, feed?: (film: FilmTrack) => MediaStreamTrack): Promise<Seen> {
  const [crossings, reports]: [number[], FilmReport[]] = [[], []];
  let ends = 0;
  let cuts = 0;
  const reader = await readFilm(SETTINGS, {
    onCrossing: ({ at }) => crossings.push(at),
    onReport: (report) => reports.push(report),
    onCut: () => (cuts += 1),
    onEnded: () => (ends += 1),
  });
  // A worker that starts slowly would miss the first rider.
  const film = playFilm(RIDERS, shape);
  reader.feed(feed?.(film) ?? film.track);
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
    get cuts() {
      return cuts;
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
  const seen = await see({ isShown: (frame) => frame < 60 || frame > 75 });
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

/** How many frames the first crossing is off. */
async function firstCrossing({ film, crossings }: Seen): Promise<number> {
  const begun = await film.begun;
  await expect.poll(() => crossings.length).toBeGreaterThan(0);
  return Math.abs(crossings[0]! - begun - RIDERS[0]!.at * 1_000) / FRAME_MS;
}

test.each<[string, Door, number]>([
  ['Safari, whose workers alone read a camera', 'worker', 1.5],
  // Its pictures come as the screen shows them, one or two late.
  ['Firefox, which has pictures of a video alone', 'video', 3],
])('[EYE9] The door of %s: a rider is found', async (_, door, most) => {
  const browser = asBrowser({ door });
  try {
    const seen = await see({}, browser.open);
    expect(await firstCrossing(seen)).toBeLessThan(most);
    const { film, reader, reports } = seen;
    expect(reports.at(-1)).toMatchObject({ door, width: 640, height: 360 });
    const wanted = film.stamps[45]!;
    const column = await reader.column(wanted);
    expect(Math.abs(column!.at - wanted) / FRAME_MS).toBeLessThan(most);
    const { strip, pictures } = await reader.keepFinish(wanted);
    expect(strip!.columns.length).toBeGreaterThan(20);
    expect(pictures.length).toBeGreaterThan(0);
  } finally {
    browser.leave();
  }
});

test.each([
  ['there is no encoder', 'delete globalThis.VideoEncoder;'],
  ['no way of encoding is supported', 'VideoEncoder.isConfigSupported = async () => ({ supported: false });'],
  ['the encoder says yes and fails', 'VideoEncoder.prototype.encode = () => { throw new Error("no"); };'],
])('[EYE12] Where %s, single pictures are kept, and a moment is looked at in them', async (_, code) => {
  const browser = asBrowser({ code });
  try {
    const seen = await see();
    await firstCrossing(seen);
    expect(seen.reports.at(-1)!.ring.way).toBe('jpeg');
    const [crossed] = seen.crossings as [number];
    const picture = await seen.reader.picture(crossed);
    expect(Math.abs(picture!.at - crossed) / FRAME_MS).toBeLessThan(3);
    expect(picture!.bitmap.width).toBe(640);
    const { pictures } = await seen.reader.keepFinish(crossed);
    expect(pictures.map(({ blob }) => blob.type)).toContain('image/jpeg');
  } finally {
    browser.leave();
  }
});

test('[EYE13] A lens of another size is told, the strip goes on, and pictures are of the new size', async () => {
  const seen = await see({ smallerFrom: 60 });
  await expect.poll(() => seen.reports.at(-1)?.width).toBe(320);
  expect(seen.cuts).toBe(1);
  await expect.poll(() => seen.film.stamps.length).toBeGreaterThan(100);
  const wanted = seen.film.stamps[90]!;
  const picture = await seen.reader.picture(wanted);
  expect([picture!.bitmap.width, Math.abs(picture!.at - wanted) < 2 * FRAME_MS]).toEqual([320, true]);
  const before = await seen.reader.column(seen.film.stamps[40]!);
  expect(Math.abs(before!.at - seen.film.stamps[40]!) / FRAME_MS).toBeLessThan(1);
});

test('[EYE11] A camera that was away while the page was hidden goes on after a gap', async () => {
  const seen = await see();
  await expect.poll(() => seen.film.stamps.length).toBeGreaterThan(40);
  const last = seen.film.stamps.at(-1)!;
  seen.film.stop();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const again = playFilm([]);
  seen.reader.feed(again.track);
  await expect.poll(() => again.stamps.length).toBeGreaterThan(30);
  const begun = await again.begun;
  const missing = await seen.reader.column((last + begun) / 2);
  expect(Math.abs(missing!.at - (last + begun) / 2) / FRAME_MS).toBeGreaterThan(5);
  const after = await seen.reader.column(again.stamps[20]!);
  expect(Math.abs(after!.at - again.stamps[20]!) / FRAME_MS).toBeLessThan(1);
  again.stop();
});
