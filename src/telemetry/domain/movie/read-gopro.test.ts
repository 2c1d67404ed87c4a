import { expect, test } from 'vitest';
import { readWithGoProTelemetry } from '../../../../tests/telemetry/support/read-with-gopro-telemetry.ts';
import { readSample } from '../../../../tests/telemetry/support/samples.ts';
import { type GoProClip, layOutGoPro, ride, writeGoPro } from '../../../../tests/telemetry/support/write-gopro.ts';
import type { Recording } from '../recording.ts';
import { findPlaces } from './find-places.ts';
import { accessBytes } from '../../../../tests/telemetry/support/access-bytes.ts';
import { readMovie } from './read-movie.ts';
import { readGoProFile } from '../../../../tests/telemetry/support/read-gopro-file.ts';

const START = Date.UTC(2024, 5, 1, 10);

async function read(bytes: Uint8Array): Promise<Recording> {
  const result = await readGoProFile(accessBytes(bytes));
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const readClip = (clip: GoProClip) => read(writeGoPro(clip));

async function refusalOf(clip: GoProClip) {
  const result = await readGoProFile(accessBytes(writeGoPro(clip)));
  return result.ok ? 'read' : result.error;
}

test.each(['GPS5', 'GPS9', 'both'] as const)('Positions come out of %s as they went in', async (stream) => {
  const { samples, breaks, warnings } = await readClip({
    payloads: ride(),
    stream,
    gap: 100,
    isWide: stream === 'both',
  });
  expect(samples.time).toHaveLength(100);
  expect(samples.time[37]).toBeCloseTo(3.7, 9);
  expect(samples.channels.lat?.[37]).toBeCloseTo(46, 7);
  expect(samples.channels.lon?.[37]).toBeCloseTo(ride()[3]!.points[7]!.lon, 7);
  expect(samples.channels.elevation?.[37]).toBeCloseTo(503.7, 3);
  expect(samples.channels.speed?.[37]).toBeCloseTo(8, 3);
  expect(samples.channels.precision?.[37]).toBeCloseTo(1.2, 3);
  expect(breaks).toEqual([0]);
  expect(warnings).toEqual([]);
});

test("[DT56] The time of each point is trusted before that of a payload, and the camera's own clock last", async () => {
  const payloads = ride().map((payload) => ({ ...payload, utc: payload.points[0]!.utc! + 1400 }));
  const creationTime = START + 7_200_000;
  const { clocks } = await readClip({ payloads, stream: 'both', creationTime });
  expect(clocks.map(({ method, at }) => [method, at])).toEqual([
    ['sample-time', START],
    ['payload-time', START + 1400],
    ['creation-time', creationTime],
  ]);
  const doubts = clocks.map(({ uncertaintySeconds }) => uncertaintySeconds);
  expect(doubts).toEqual(doubts.toSorted((one, other) => one - other));
});

test('Payload times from before the fix and a few wild ones do not move the clock', async () => {
  const payloads = ride({ seconds: 30, fixAfter: 8 }).map((payload, index) => ({
    ...payload,
    utc: payload.points[0]!.utc! + (index < 8 ? -86_400_000 : index % 9 === 0 ? 5000 : 0),
  }));
  expect((await readClip({ payloads })).clocks[0]).toMatchObject({ method: 'payload-time', at: START });
});

test('[DT56] A time lapse knows when it began and that one offset is not enough', async () => {
  const payloads = ride({ seconds: 20 }).map(({ points }, second) => ({
    durationMs: 1000,
    points: points.map((point, index) => ({ ...point, utc: START + (second + index / 10) * 15_000 })),
  }));
  const { clocks } = await readClip({ payloads, stream: 'GPS9' });
  expect(clocks[0]?.at).toBe(START);
  expect(clocks[0]?.uncertaintySeconds).toBeGreaterThan(60);
});

test('[DT55] Points without a fix keep their time and have no place', async () => {
  const { samples, warnings } = await readClip({ payloads: ride({ seconds: 10, fixAfter: 3 }) });
  expect(samples.time).toHaveLength(100);
  expect(samples.channels.lat?.slice(0, 30).every((value) => Number.isNaN(value))).toBe(true);
  expect(samples.channels.speed?.[29]).toBeNaN();
  expect(samples.channels.lat?.[30]).toBeCloseTo(46, 7);
  expect(warnings).toEqual([{ code: 'no-fix-at-start', count: 3 }]);
});

test('[DT55] Where the fix was lost for a while the line is broken', async () => {
  const payloads = ride({ seconds: 12 }).map(({ points }, second) => ({
    durationMs: 1000,
    points: points.map((point) => ({ ...point, fix: second >= 4 && second < 8 ? 0 : 3 })),
  }));
  expect((await readClip({ payloads })).breaks).toEqual([0, 80]);
});

test('A value that cannot be is left out and counted', async () => {
  const payloads = ride({ seconds: 2 });
  const [first, ...others] = payloads[0]!.points;
  const { samples, warnings } = await readClip({
    payloads: [{ ...payloads[0]!, points: [{ ...first!, lat: 120 }, ...others] }, payloads[1]!],
    stream: 'GPS9',
  });
  expect(samples.channels.lat?.[0]).toBeNaN();
  expect(warnings).toContainEqual({ code: 'values-skipped', count: 1 });
});

test('[DT53] The list of edits moves the telemetry, and what lies before the movie is not shown', async () => {
  expect((await readClip({ payloads: ride(), shift: 1.5 })).samples.time[0]).toBeCloseTo(1.5, 9);
  const { samples } = await readClip({ payloads: ride(), shift: -2.05 });
  expect(samples.time[0]).toBeCloseTo(0.05, 9);
  expect(samples.time).toHaveLength(79);
});

test('What is missing at the end of a file with its index in front is said, and the rest is kept', async () => {
  const bytes = writeGoPro({ payloads: ride(), index: 'front' });
  const { samples, warnings } = await read(bytes.subarray(0, bytes.length - 900));
  expect(samples.time.length).toBeGreaterThanOrEqual(50);
  expect(warnings).toContainEqual({ code: 'file-cut', count: 10 - samples.time.length / 10 });
});

test('Payloads beyond 4 GB are found', async () => {
  const { size, parts } = layOutGoPro({ payloads: ride({ seconds: 8 }), isWide: true, gap: 1e9 });
  let asked = 0;
  const result = await readGoProFile({
    size,
    read: async (offset, length) => {
      asked += length;
      const bytes = new Uint8Array(length);
      for (const part of parts) {
        const from = Math.max(offset, part.offset);
        const to = Math.min(offset + length, part.offset + part.bytes.length);
        if (to > from) bytes.set(part.bytes.subarray(from - part.offset, to - part.offset), from - offset);
      }
      return bytes;
    },
  });
  if (!result.ok) throw new Error(result.error.code);
  expect(size).toBeGreaterThan(8e9);
  expect(asked).toBeLessThan(100_000);
  expect(result.value.samples.time).toHaveLength(80);
  expect(result.value.samples.channels.lon?.[75]).toBeCloseTo(ride()[7]!.points[5]!.lon, 7);
});

test('[DT57] What has no positions says why', async () => {
  const payloads = ride({ seconds: 3 });
  expect(await refusalOf({ payloads, stream: 'none', device: 'HERO12 Black', firmware: 'H23.01.02.32.00' })).toEqual({
    code: 'movie-model-without-gps',
    device: 'HERO12 Black',
  });
  expect(await refusalOf({ payloads, stream: 'none', firmware: 'H21.01.01.50.00' })).toEqual({ code: 'movie-no-fix' });
  expect(await refusalOf({ payloads: ride({ seconds: 3, fixAfter: 99 }) })).toEqual({ code: 'movie-no-fix' });
  expect(await refusalOf({ payloads: [], firmware: 'HD4.02.05.00.00', device: 'HERO4' })).toMatchObject({
    code: 'movie-model-without-gps',
  });
});

test('A file that shrinks while it is read is said to change', async () => {
  const bytes = writeGoPro({ payloads: ride(), gap: 20_000 });
  const file = accessBytes(bytes);
  const shrinking = {
    size: bytes.length,
    read: async (at: number, length: number) =>
      length < 4000 && at < 100_000 && at > 0 ? bytes.subarray(0, 3) : file.read(at, length),
  };
  expect(await readGoProFile(shrinking)).toMatchObject({ ok: false, error: { code: 'file-changes' } });
});

test('Progress goes up to the end', async () => {
  const parts: number[] = [];
  await readGoProFile(accessBytes(writeGoPro({ payloads: ride({ seconds: 200, hz: 1 }), gap: 8000 })), (part) =>
    parts.push(part),
  );
  expect(parts.length).toBeGreaterThan(2);
  expect(parts).toEqual(parts.toSorted((one, other) => one - other));
  expect(parts.at(-1)).toBe(1);
});

async function expectSame(bytes: Uint8Array, stream: 'GPS5' | 'GPS9', seconds = 0.005): Promise<void> {
  const peer = await readWithGoProTelemetry(bytes, stream);
  const { time, channels } = (await read(bytes)).samples;
  expect(time).toHaveLength(peer.length);
  expect(peer.length).toBeGreaterThan(0);
  const worst = { time: 0, place: 0, elevation: 0, speed: 0 };
  for (const [index, { value, cts }] of peer.entries()) {
    const [lat, lon, elevation, speed] = value as [number, number, number, number];
    worst.time = Math.max(worst.time, Math.abs(time[index]! - cts / 1000));
    if (Number.isNaN(channels.lat![index])) continue;
    const place = Math.max(Math.abs(channels.lat![index]! - lat), Math.abs(channels.lon![index]! - lon));
    worst.place = Math.max(worst.place, place);
    worst.elevation = Math.max(worst.elevation, Math.abs(channels.elevation![index]! - elevation));
    worst.speed = Math.max(worst.speed, Math.abs(channels.speed![index]! - speed));
  }
  expect(worst.time).toBeLessThan(seconds);
  expect(worst.place).toBeLessThan(1e-6);
  expect(worst.elevation).toBeLessThan(0.001);
  expect(worst.speed).toBeLessThan(0.001);
}

test.each(['GPS5', 'GPS9'] as const)('gopro-telemetry reads the same from %s that we wrote', async (stream) => {
  await expectSame(writeGoPro({ payloads: ride({ seconds: 6, hz: 18 }), stream, creationTime: START }), stream);
});

test('gopro-telemetry reads the same from a clip of a MAX', async () => {
  // The other reader times points by the sensor's own counter (STMP), which does not begin with the pictures.
  await expectSame(readSample('gopro/max-heromode.mp4'), 'GPS5', 0.15);
});

test('[DT54] The drone tells where it was and when', async () => {
  const { samples, clocks } = await read(readSample('gopro/karma.mp4'));
  expect(samples.time).toHaveLength(47);
  expect(samples.channels.lat?.[0]).toBeCloseTo(33.1253688, 6);
  expect(clocks[0]?.method).toBe('sample-time');
  expect(Math.abs(clocks[0]!.at - Date.parse('2017-04-17T19:27:57.526Z'))).toBeLessThan(500);
});

test('[DT60] a movie in fragments is read, and a fix that was lost on the way is told', async () => {
  const { samples, warnings, clocks } = await read(readSample('more/gopro/fragmented-fix-lost.mp4'));
  expect(samples.time).toHaveLength(216);
  expect(samples.channels.lat!.filter((value) => !Number.isNaN(value))).toHaveLength(216 - 54);
  expect(samples.time.at(-1)).toBeCloseTo(12, 0);
  expect(warnings).toEqual([{ code: 'fix-lost', count: 3 }]);
  expect(clocks[0]?.at).toBe(Date.parse('2026-05-10T08:00:00Z'));
});

test('[DT60] the positions of a movie in fragments are found, so that an uploaded copy has none', async () => {
  const bytes = readSample('more/gopro/fragmented-fix-lost.mp4');
  const parts = await findPlaces(accessBytes(bytes));
  const text = new TextDecoder('latin1').decode(bytes);
  const starts = [...text.matchAll(/DEVC/g)].map(({ index }) => index);
  expect(starts).toHaveLength(12);
  expect(starts.every((at) => parts.some(({ from, to }) => from <= at && at < to))).toBe(true);
});

test('[DT60] fragments that claim any number of samples take no time for it', async () => {
  const bytes = readSample('more/gopro/fragmented-fix-lost.mp4');
  const view = new DataView(bytes.buffer);
  const text = new TextDecoder('latin1').decode(bytes);
  for (const { index } of text.matchAll(/trun/g)) view.setUint32(index + 8, 0xff_ff_ff_ff);
  const facts = await readMovie(accessBytes(bytes));
  expect(facts.ok && facts.value.telemetry.length).toBeLessThan(100);
});
