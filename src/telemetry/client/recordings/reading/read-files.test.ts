import { expect, test } from 'vitest';
import { writeCsv } from '../../../../../tests/telemetry/support/write-csv.ts';
import { writeRide } from '../../../../../tests/telemetry/support/write-fit.ts';
import { ride, writeGoPro } from '../../../../../tests/telemetry/support/write-gopro.ts';
import { writeGpx } from '../../../../../tests/telemetry/support/write-gpx.ts';
import { readSample } from '../../../../../tests/telemetry/support/samples.ts';
import { readFiles } from './read-files.ts';
import { type ReadOutcome, warningsOf } from './read-outcome.ts';
import { gunzip } from '../../../../client/archives/unpack.ts';

const nothing = () => undefined;
const fileOf = (content: BlobPart, name: string) => new File([content], name);
const read = (content: BlobPart, name: string) => readFiles([fileOf(content, name)], undefined, nothing);
const countOf = (outcome: ReadOutcome) =>
  outcome.kind === 'data' || outcome.kind === 'video' ? outcome.read?.recording.samples.time.length : outcome;

const GPX = writeGpx([
  [
    Array.from({ length: 20 }, (_, at) => ({
      lat: 47 + at * 1e-4,
      lon: 8,
      time: new Date(Date.UTC(2024, 4, 1, 10, 0, at)).toISOString(),
    })),
  ],
]);

test('a file is what its content says, whatever its name is', async () => {
  expect(countOf(await read(GPX, 'ride.fit'))).toBe(20);
  expect(countOf(await read(writeRide({ count: 30, start: '2024-05-01T10:00:00Z' }), 'ride.mp4'))).toBe(30);
  expect(countOf(await read(writeGoPro({ payloads: ride({ seconds: 3 }) }), 'ride.csv'))).toBe(30);
});

test('what a card shows is made where the file is read', async () => {
  const outcome = await read(GPX, 'run.gpx');
  expect(outcome.kind === 'data' && outcome.read.facts).toMatchObject({ duration: 19, outline: expect.any(Array) });
  expect(outcome.kind === 'data' && outcome.read.facts.distance).toBeCloseTo(211, 0);
});

test('a GPX in UTF-16 is read', async () => {
  const bytes = Buffer.from(`\u{FEFF}${GPX.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  expect(countOf(await read(bytes, 'run.gpx'))).toBe(20);
});

test('chapters of a video are read as one, and one that is cut is left out', async () => {
  const startUtc = Date.UTC(2024, 5, 1, 10);
  const first = writeGoPro({ payloads: ride({ seconds: 4, startUtc }) });
  const second = writeGoPro({ payloads: ride({ seconds: 3, startUtc: startUtc + 4_000 }) });
  const files = [first, second, first.slice(0, 900)].map((bytes, at) => fileOf(bytes, `GX0${at + 1}0042.MP4`));
  const outcome = await readFiles(files, undefined, nothing);
  expect(outcome).toMatchObject({
    kind: 'video',
    chapters: [
      { file: 0, duration: 4 },
      { file: 1, duration: 3 },
    ],
    skipped: [{ file: 2, failure: { code: 'movie-cut' } }],
    withoutGps: null,
  });
  expect(countOf(outcome)).toBe(70);
});

test('the index of a movie is read once', async () => {
  const movie = fileOf(writeGoPro({ payloads: ride({ seconds: 4 }), gap: 400_000, index: 'end' }), 'GX010042.MP4');
  const asked: number[] = [];
  const slice = movie.slice.bind(movie);
  movie.slice = (from, to, type) => {
    asked.push(from ?? 0);
    return slice(from, to, type);
  };
  expect(countOf(await readFiles([movie], undefined, nothing))).toBe(40);
  // The head is read three times: for the kind of the file, for its first boxes and for its fingerprint.
  expect(asked.filter((from) => from === 0)).toHaveLength(3);
  const others = asked.filter((from) => from !== 0);
  expect(others).toEqual([...new Set(others)]);
});

test('a video without GPS is still a video, and says why it has none', async () => {
  const outcome = await read(writeGoPro({ payloads: ride(), stream: 'none', model: 'HERO12 Black' }), 'GX010001.MP4');
  expect(outcome).toMatchObject({
    kind: 'video',
    read: null,
    withoutGps: { code: 'movie-model-without-gps', device: 'HERO12 Black' },
  });
});

test('a line without end does not keep the rest of a table from being read', async () => {
  const rows = Array.from({ length: 5 }, (_, at) => [at, 47 + at * 1e-4, 8]);
  const table = writeCsv([['time (s)', 'lat', 'lon'], ...rows.slice(0, 3)]);
  const long = '9'.repeat(20_000_000);
  const outcome = await read(new Blob([table, long, '\n', writeCsv(rows.slice(3))]), 'long.csv');
  expect(countOf(outcome)).toBe(5);
  expect(outcome.kind === 'data' && outcome.read.recording.warnings).toContainEqual({
    code: 'line-too-long',
    count: 1,
  });
});

test('a quotation mark that is never closed costs its own row, not all that follow', async () => {
  const outcome = await read('time (s),lat,lon\n0,47,8\n1,"47.1,8\n2,47.2,8\n3,47.3,8\n', 'quote.csv');
  expect(countOf(outcome)).toBe(3);
  expect(outcome.kind === 'data' && outcome.read.recording.warnings).toContainEqual({ code: 'quote-unclosed' });
});

test('columns that nobody knows are asked for, and read when they are said', async () => {
  const table = fileOf('foo,bar,baz\n0,47,8\n1,47.1,8\n', 'own.csv');
  expect(await readFiles([table], undefined, nothing)).toMatchObject({
    kind: 'failed',
    failure: { code: 'csv-columns-unknown', header: ['foo', 'bar', 'baz'] },
  });
  const said = { foo: { meaning: 'time', unit: 's' }, bar: { meaning: 'lat' }, baz: { meaning: 'lon' } } as const;
  expect(countOf(await readFiles([table], said, nothing))).toBe(2);
});

test('a file that is written to while it is read says so', async () => {
  const changing = fileOf(GPX, 'run.gpx');
  const broken = {
    arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')),
  } as unknown as Blob;
  changing.slice = () => broken;
  expect(await readFiles([changing], undefined, nothing)).toEqual({
    kind: 'failed',
    failure: { code: 'file-changes' },
  });
});

test.each([
  ['malformed/activity-filecrc.fit', 14],
  ['malformed/activity-unexpected-eof.fit', 14],
  ['malformed/bad-values-unclosed-quote.csv', 1],
  ['malformed/german-semicolon-decimal-comma.csv', 2],
  ['malformed/truncated.gpx', 26],
  ['more/csv/columbus-nul-padding.csv', 240],
])('of %s what was good is kept', async (name, count) => {
  const outcome = await read(readSample(name) as Uint8Array<ArrayBuffer>, name);
  expect(countOf(outcome)).toBe(count);
});

test.each([
  ['malformed/empty.gpx', 'gpx-no-track'],
  ['malformed/gopro-first-3600-bytes.mp4', 'movie-cut'],
  ['malformed/gpx-named-as-fit.fit', 'gpx-no-track'],
  ['malformed/header-only.csv', 'csv-no-rows'],
  ['malformed/no-known-columns.csv', 'csv-columns-unknown'],
  ['malformed/random-bytes.fit', 'fit-not-fit'],
  ['malformed/settings-not-activity.fit', 'fit-no-activity'],
  ['malformed/zero-bytes.gpx', 'file-empty'],
  ['video/hello.mp4', 'movie-not-movie'],
])('%s is refused: %s', async (name, code) => {
  const outcome = await read(readSample(name) as Uint8Array<ArrayBuffer>, name);
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code } });
});

test('lines that end in two ways are rows all the same, and no quotation mark is missing', async () => {
  const rows = (from: number, end: string) =>
    Array.from({ length: 5 }, (_, at) => `"${from + at}","46.${from + at}","7.1"${end}`).join('');
  const text = `"time","lat","lon"\r\n${rows(1, '\r\n')}${rows(6, '\n')}${rows(11, '\r')}`;
  const outcome = await read(new TextEncoder().encode(text), 'mixed.csv');
  expect(countOf(outcome)).toBe(15);
  expect(warningsOf(outcome)).toEqual([]);
});

test('a file that was compressed is read like the file in it', async () => {
  expect(countOf(await read(readSample('more/fit/garmin-fenix-5-walk.fit.gz'), 'walk.fit.gz'))).toBe(17);
  const gpx = await new Response(new Blob([GPX]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
  expect(countOf(await read(gpx, 'run.gpx.gz'))).toBe(20);
  expect(await read(gpx.slice(0, 10), 'run.gpx.gz')).toMatchObject({ kind: 'failed' });
});

test('a small file that unpacks to far too much is refused, and a damaged archive says so', async () => {
  const zeros = new Blob([new Uint8Array(4_000_000)]).stream().pipeThrough(new CompressionStream('gzip'));
  const bomb = new File([await new Response(zeros).arrayBuffer()], 'ride.gpx.gz');
  expect(bomb.size).toBeLessThan(10_000);
  expect(await gunzip(bomb, 1_000_000)).toEqual({ ok: false, error: 'too-large' });
  const zip = await read(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0), 'export.zip');
  expect(zip).toEqual({ kind: 'failed', failure: { code: 'zip-damaged' } });
});

test('[DT79] RaceCapture writes the unit, the bounds and the rate of a column beside its name', async () => {
  const header = [
    '"Interval"|"ms"|0|0|1',
    '"Utc"|"ms"|0|0|1',
    '"AccelX"|"G"|-3.0|3.0|25',
    '"Latitude"|"Degrees"|-180.0|180.0|10',
    '"Longitude"|"Degrees"|-180.0|180.0|10',
    '"Speed"|"MPH"|0.0|150.0|10',
    '"Altitude"|"ft"|0.0|4000.0|10',
    '"LapCount"|""|0|0|10',
  ];
  const rows = Array.from({ length: 50 }, (_, at) =>
    [at * 100, 1_778_400_000_000 + at * 100, 0.5, 46 + at * 1e-5, 7.1, 22.369_36, 100, 1].join(','),
  );
  const outcome = await read([header.join(','), ...rows].join('\n'), 'rc.csv');
  expect(warningsOf(outcome)).toEqual([]);
  if (outcome.kind !== 'data') throw new Error(outcome.kind);
  const { samples, clocks, laps } = outcome.read.recording;
  expect(samples.time).toHaveLength(50);
  expect(samples.channels.speed![0]).toBeCloseTo(10, 4);
  expect(samples.channels.elevation![0]).toBeCloseTo(30.48, 6);
  expect(clocks[0]?.at).toBe(1_778_400_000_000);
  expect(laps).toHaveLength(1);
});

test('a file in AiM’s own format says which export to use', async () => {
  const outcome = await read(Uint8Array.of(0x3c, 0x68, 0x43, 0x4e, 0x46, 0, 1, 2, 3), 'session.xrk');
  expect(outcome).toEqual({ kind: 'failed', failure: { code: 'file-aim' } });
});

test('[DT90] a file with two runs of different days is asked about, and each can be read', async () => {
  const track = (day: number) => [
    Array.from({ length: 10 }, (_, at) => ({
      lat: 47 + at * 1e-4,
      lon: 8,
      time: new Date(Date.UTC(2024, 4, day, 10, 0, at)).toISOString(),
    })),
  ];
  const [one, other] = [writeGpx([track(1)]), writeGpx([track(3)])];
  const both = one.replace('</gpx>', '') + other.slice(other.indexOf('<trk>'));
  expect(await read(both, 'rides.gpx')).toMatchObject({
    kind: 'archive',
    entries: [
      { path: '#1', name: 'rides (2)', at: Date.UTC(2024, 4, 3, 10) },
      { path: '#0', name: 'rides (1)', at: Date.UTC(2024, 4, 1, 10) },
    ],
  });
  const second = await readFiles([fileOf(both, 'rides.gpx')], undefined, nothing, '#1');
  expect(countOf(second)).toBe(10);
  expect(second.kind === 'data' && second.read.recording.clocks[0]!.at).toBe(Date.UTC(2024, 4, 3, 10));
});
