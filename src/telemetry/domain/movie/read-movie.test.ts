import { expect, test } from 'vitest';
import { readSample } from '../../../../tests/telemetry/support/samples.ts';
import {
  addTelemetry,
  box,
  joinBytes,
  ride,
  textBytes,
  writeGoPro,
} from '../../../../tests/telemetry/support/write-gopro.ts';
import { readBoxes } from './boxes.ts';
import { accessBytes } from '../../../../tests/telemetry/support/access-bytes.ts';
import { createPeek, type RandomAccess } from './random-access.ts';
import { readGoProFile } from '../../../../tests/telemetry/support/read-gopro-file.ts';
import { readMovie } from './read-movie.ts';

const payloads = ride({ seconds: 10 });

/** Counts the reads of the file. */
function watch(bytes: Uint8Array) {
  const asked = { reads: 0, bytes: 0 };
  const inner = accessBytes(bytes);
  const file: RandomAccess = {
    size: inner.size,
    read: (offset, length) => {
      if (offset < 0 || length < 0 || offset + length > inner.size) throw new RangeError('outside of the file');
      asked.reads += 1;
      asked.bytes += length;
      return inner.read(offset, length);
    },
  };
  return { file, asked };
}

async function expectFacts(bytes: Uint8Array) {
  const read = await readMovie(accessBytes(bytes));
  if (!read.ok) throw new Error(read.error.code);
  return read.value;
}

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const read = await readGoProFile(accessBytes(bytes));
  return read.ok ? 'read' : read.error.code;
}

test.each([
  ['in front', 'front', false],
  ['at the end', 'end', false],
  ['in front, in 64 bits', 'front', true],
  ['at the end, in 64 bits', 'end', true],
] as const)('The index is found %s', async (_, index, isWide) => {
  const facts = await expectFacts(
    writeGoPro({ payloads, index, isWide, gap: 5000, video: { framesPerSecond: 30, frames: 300 } }),
  );
  expect(facts.telemetry).toHaveLength(10);
  expect(facts).toMatchObject({ duration: 10, framesPerSecond: 30, device: 'HERO11 Black', isGoPro: true });
});

test('[DT51] The camera and its clock are told by the index', async () => {
  const creationTime = Date.UTC(2023, 7, 9, 10, 11, 12);
  const facts = await expectFacts(
    writeGoPro({ payloads, creationTime, firmware: 'H24.01.02.02.00', model: 'HERO13 Black' }),
  );
  expect(facts).toMatchObject({ creationTime, device: 'HERO13 Black', firmware: 'H24.01.02.02.00' });
});

test('[DT51] Of a file with the pictures between the payloads, only the index and the payloads are read', async () => {
  const bytes = writeGoPro({ payloads, gap: 400_000 });
  const { file, asked } = watch(bytes);
  expect((await readGoProFile(file)).ok).toBe(true);
  expect(asked.bytes / bytes.length).toBeLessThan(0.02);
  expect(asked.reads).toBeLessThan(20);
});

test('Payloads that lie together are read together', async () => {
  const { file, asked } = watch(writeGoPro({ payloads: ride({ seconds: 200, hz: 18 }) }));
  expect((await readGoProFile(file)).ok).toBe(true);
  expect(asked.reads).toBeLessThan(10);
});

test('A movie that plays gets telemetry without being moved', async () => {
  const plain = writeGoPro({ payloads: [], index: 'front', video: { framesPerSecond: 25, frames: 50 } });
  const facts = await expectFacts(addTelemetry(plain, { payloads }));
  expect(facts).toMatchObject({ framesPerSecond: 25, duration: 2, device: 'HERO11 Black' });
  expect(facts.telemetry).toHaveLength(10);
});

test('A movie cut anywhere is refused, or read as far as it goes, and never throws or reads without end', async () => {
  for (const index of ['front', 'end'] as const) {
    const whole = writeGoPro({ payloads: ride({ seconds: 4 }), index, isWide: index === 'end' });
    const outcomes = new Set<string>();
    for (let length = 0; length < whole.length; length += 97) {
      const { file, asked } = watch(whole.subarray(0, length));
      const read = await readGoProFile(file);
      outcomes.add(read.ok ? 'read' : read.error.code);
      expect(asked.reads).toBeLessThan(30);
      expect(asked.bytes).toBeLessThan(whole.length * 3 + 10 * 16_384);
    }
    // With the index in front, the telemetry before the cut is kept.
    expect([...outcomes].toSorted()).toEqual(['file-empty', 'movie-cut', ...(index === 'front' ? ['read'] : [])]);
  }
});

test('Any byte of the index may be wrong without harm', async () => {
  const whole = writeGoPro({
    payloads: ride({ seconds: 2 }),
    index: 'front',
    video: { framesPerSecond: 30, frames: 60 },
  });
  let most = 0;
  for (let at = 0; at < Math.min(whole.length, 2400); at += 11) {
    for (const value of [0, 0xff]) {
      const broken = whole.slice();
      broken[at] = value;
      const { file, asked } = watch(broken);
      await readGoProFile(file);
      most = Math.max(most, asked.reads);
    }
  }
  expect(most).toBeLessThan(60);
});

test('[DT50] A box without a size reaches to the end, and one with an impossible size ends the reading', async () => {
  const ftyp = box('ftyp', textBytes('mp41'));
  const sized = (size: number) => joinBytes(new Uint8Array([0, 0, 0, size]), textBytes('mdat'), new Uint8Array(64));
  for (const size of [0, 1, 2, 7]) expect(await refusalOf(joinBytes(ftyp, sized(size)))).toBe('movie-cut');
  const negative = joinBytes(
    new Uint8Array([0, 0, 0, 1]),
    textBytes('mdat'),
    new Uint8Array(8).fill(0xff),
    new Uint8Array(64),
  );
  expect(await refusalOf(joinBytes(ftyp, negative))).toBe('movie-cut');
});

test('Behind a box with an impossible size nothing is believed', async () => {
  const bytes = joinBytes(box('free'), new Uint8Array([0, 0, 0, 4]), textBytes('moov'), box('moov'));
  const { boxes, isWhole } = await readBoxes(createPeek(accessBytes(bytes)), 0, bytes.length);
  expect(boxes.map(({ type }) => type)).toEqual(['free']);
  expect(isWhole).toBe(false);
});

test('[DT50] A file made of nothing but tiny boxes, or of boxes inside boxes, is given up on', async () => {
  const tiny = joinBytes(box('ftyp'), ...Array.from({ length: 20_000 }, () => box('free')));
  const { file, asked } = watch(tiny);
  expect(await readGoProFile(file)).toMatchObject({ ok: false });
  expect(asked.reads).toBeLessThan(5);
  let loop = box('trak', new Uint8Array([0, 0, 0, 8]), textBytes('trak'));
  for (let depth = 0; depth < 500; depth += 1) loop = box(depth % 2 === 0 ? 'mdia' : 'trak', loop);
  expect(await refusalOf(joinBytes(box('ftyp'), box('moov', loop)))).toBe('movie-not-gopro');
});

test('A table that says one place again and again is refused', async () => {
  const whole = writeGoPro({ payloads });
  const text = String.fromCharCode(...whole);
  const sizes = text.lastIndexOf('stsz') + 16;
  for (const at of [0, 4]) new DataView(whole.buffer).setUint32(sizes + at, whole.length - 2000);
  expect(await refusalOf(whole)).toBe('movie-cut');
});

test('[DT50] What is no movie is said to be none', async () => {
  let seed = 7;
  const random = Uint8Array.from({ length: 5000 }, () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) >> 16);
  expect(await refusalOf(random)).toBe('movie-not-movie');
  expect(await refusalOf(new Uint8Array(0))).toBe('file-empty');
  expect(await refusalOf(textBytes('{ "streams": [] }'))).toBe('movie-not-movie');
});

test.each([
  ['malformed/gopro-first-3600-bytes.mp4', 'movie-cut'],
  ['malformed/non-gopro.mp4', 'movie-not-gopro'],
  ['video/hello.mp4', 'movie-not-movie'],
])('%s is refused with %s', async (name, code) => {
  expect(await refusalOf(readSample(name))).toBe(code);
});

test('[DT52] of payloads that are mostly motion, little more than the positions is read, and all of these', async () => {
  const seconds = 120;
  const clip = { payloads: ride({ seconds, hz: 18 }), ballast: 6_400, ballastVaries: 160, gap: 9_000 };
  const { file, asked } = watch(writeGoPro(clip));
  const read = await readGoProFile(file);
  const whole = await readGoProFile(accessBytes(writeGoPro({ ...clip, ballast: 60, ballastVaries: 0 })));
  if (!read.ok || !whole.ok) throw new Error('not read');
  expect(read.value.samples).toEqual(whole.value.samples);
  expect(asked.bytes).toBeLessThan(seconds * 2_500);
});

test('[DT52] a payload in which the positions lie elsewhere is read whole', async () => {
  const [first, ...others] = ride({ seconds: 30 });
  const many = { ...first!, points: Array.from({ length: 100 }, () => first!.points[0]!) };
  const bytes = writeGoPro({ payloads: [...others, many, ...others], ballast: 3_000, ballastVaries: 2_400 });
  const read = await readGoProFile(accessBytes(bytes));
  expect(read.ok && read.value.samples.time.length).toBe(29 * 10 * 2 + 100);
});
