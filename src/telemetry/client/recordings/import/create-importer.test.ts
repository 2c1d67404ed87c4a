import { expect, test } from 'vitest';
import { writeRide } from '../../../../../tests/telemetry/support/write-fit.ts';
import { ride, writeGoPro } from '../../../../../tests/telemetry/support/write-gopro.ts';
import { writeZip } from '../../../../../tests/telemetry/support/write-zip.ts';
import { runDetails } from '../../../protocol/runs.ts';
import type { ColumnMapping } from '../../../domain/column-mapping.ts';
import { createDevice, createRunServer } from '../../../../../tests/telemetry/support/run-device.ts';
import type { FileReaderQueue } from '../reading/file-reader.ts';
import { readFiles } from '../reading/read-files.ts';
import { createImporter, type Importer } from './create-importer.ts';
import { fromFile } from './given-files.ts';
import { MAX_SOURCES, MAX_VIDEOS } from '../../../../protocol/limits.ts';

const START = Date.UTC(2024, 5, 1, 10);
const fit = (seconds: number, start = START) => writeRide({ count: seconds, start: new Date(start).toISOString() });
const clip = (seconds: number, start = START) => writeGoPro({ payloads: ride({ seconds, startUtc: start }) });
const given = (content: BlobPart, name: string) => fromFile(new File([content], name));

/** Reads on the spot: the worker does nothing else. */
const reader: FileReaderQueue = {
  read: (files, { mapping, signal, entry } = {}) =>
    signal?.aborted === true
      ? Promise.resolve(null)
      : readFiles(files, (mapping ?? undefined) as ColumnMapping | undefined, () => undefined, entry),
  close: () => undefined,
};

function runIdOf({ rows }: Importer, title: string): string {
  const state = rows.getSnapshot().find((row) => row.title === title)!.state;
  return state.kind === 'done' ? state.runId : '';
}

/** Reads like a worker, until a file that never ends. */
const readerUntil = (endless: string): FileReaderQueue => ({
  ...reader,
  read: (files, options) =>
    files[0]!.name === endless ? new Promise<null>(() => undefined) : reader.read(files, options),
});

async function setUp(reading = reader) {
  const library = await createDevice(createRunServer()).openTab(null);
  let ids = 0;
  const makeId = () => `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`;
  const importer = createImporter(library, reading, makeId);
  const runs = () => library.runs.getSnapshot()!.map(({ details }) => details);
  const states = () => importer.rows.getSnapshot().map(({ state }) => state.kind);
  return { library, importer, runs, states };
}

test('a video and the data of the same time become one run, lined up by their clocks', async () => {
  const { importer, runs, states } = await setUp();
  await importer.begin([given(clip(10, START + 60_000), 'GX010042.MP4'), given(fit(300), 'ride.fit')], null);
  expect(states()).toEqual(['done', 'done']);
  const [run, ...others] = runs();
  expect(others).toEqual([]);
  expect(run).toMatchObject({
    name: 'ride',
    timestamp: START / 1000,
    sources: [
      { kind: 'fit', alignment: { offset: 0, method: 'same-file' } },
      { kind: 'gopro', alignment: { method: 'clocks' } },
    ],
    videos: [{ chapters: [{ fileName: 'GX010042.MP4', duration: 10 }], alignment: { method: 'clocks' } }],
  });
  expect(run!.videos[0]!.alignment.offset).toBeCloseTo(60, 0);
});

test('what was recorded at another time becomes a run of its own', async () => {
  const { importer, runs } = await setUp();
  const dayLater = START + 86_400_000;
  await importer.begin([given(clip(10, dayLater), 'GX010042.MP4'), given(fit(300), 'ride.fit')], null);
  expect(runs().map(({ name, videos }) => [name, videos.length])).toEqual([
    ['GX010042', 1],
    ['ride', 0],
  ]);
});

test('chapters of one recording become one video, in their order', async () => {
  const { importer, runs } = await setUp();
  const files = [given(clip(3, START + 5_000), 'GX020042.MP4'), given(clip(5), 'GX010042.MP4')];
  await importer.begin(files, null);
  expect(runs()).toHaveLength(1);
  expect(runs()[0]!.videos[0]!.chapters.map(({ fileName }) => fileName)).toEqual(['GX010042.MP4', 'GX020042.MP4']);
});

test('every run that is made fits the protocol, whatever a file is called', async () => {
  const { importer, runs } = await setUp();
  const name = `${'x'.repeat(300)}\u0007\uD800.fit`;
  await importer.begin([given(fit(5), name), given(clip(4, 0), 'a.mp4'), given(fit(5), '.fit')], null);
  expect(runs()).toHaveLength(3);
  for (const details of runs()) expect(runDetails.safeParse(details).error).toBeUndefined();
});

test('a run takes as many videos as the protocol allows, and the next one becomes a run of its own', async () => {
  const { importer, runs, states } = await setUp();
  const clips = Array.from({ length: MAX_VIDEOS + 1 }, (_, at) =>
    given(clip(10, START + at * 1_000), `GX01000${at}.MP4`),
  );
  await importer.begin([...clips, given(fit(300), 'ride.fit')], null);
  expect(runs().map(({ name, videos, sources }) => [name, videos.length, sources.length])).toEqual([
    [`GX01000${MAX_VIDEOS}`, 1, 1],
    ['ride', MAX_VIDEOS, MAX_SOURCES],
  ]);
  for (const details of runs()) expect(runDetails.safeParse(details).error).toBeUndefined();
  await importer.begin([given(clip(10, START + 99_000), 'GX010099.MP4')], runIdOf(importer, 'ride.fit'));
  expect(states()).toEqual(['failed']);
});

test('[DT61] a video that is added again is the same video', async () => {
  const { importer, runs } = await setUp();
  await importer.begin([given(clip(10), 'GX010001.MP4')], null);
  const runId = runIdOf(importer, 'GX010001.MP4');
  await importer.begin([given(clip(10), 'copy of it.mp4')], null);
  await importer.begin([given(clip(10), 'GX010001.MP4')], runId);
  expect(runs().map(({ name, videos, sources }) => [name, videos.length, sources.length])).toEqual([
    ['GX010001', 1, 1],
  ]);
  expect(importer.rows.getSnapshot()[0]!.state).toMatchObject({
    kind: 'done',
    runId,
    notes: ['This video is in your runs already, so we didn’t add it a second time.'],
  });
  await importer.begin([given(clip(10, START + 60_000), 'GX010002.MP4')], null);
  expect(runs()).toHaveLength(2);
});

test('[DT88] of an archive the chosen recordings become runs with the names of its table', async () => {
  const { importer, runs, states } = await setUp();
  const table =
    'Activity ID,Activity Date,Activity Name,Filename\n1,"Jun 1, 2024, 10:00:00 AM","Hill, twice",activities/1.fit\n';
  const zip = await writeZip([
    ['activities.csv', table],
    ['activities/1.fit', fit(30)],
    ['activities/2.fit', fit(40, START + 86_400_000)],
  ]);
  await importer.begin([given(zip, 'export.zip')], null);
  expect(states()).toEqual(['choosing']);
  const [row] = importer.rows.getSnapshot();
  await importer.choose(row!.id, ['activities/1.fit']);
  expect(states()).toEqual(['done']);
  expect(runs()).toMatchObject([{ name: 'Hill, twice', sources: [{ fileName: '1.fit', count: 30 }] }]);
});

test('one file that cannot be read keeps no other from it', async () => {
  const { importer, runs, states } = await setUp();
  await importer.begin([given('', 'zero.gpx'), given(fit(5), 'ride.fit')], null);
  expect(states()).toEqual(['failed', 'done']);
  expect(runs().map(({ name }) => name)).toEqual(['ride']);
});

test.each([
  [
    ['one.fit', 'two.fit', 'endless.fit'],
    [
      ['two', 0],
      ['one', 0],
    ],
  ],
  [['GX010042.MP4', 'one.fit', 'endless.mp4'], [['one', 1]]],
  [['endless.mp4', 'one.fit'], [['one', 0]]],
] as const)('of %j each is stored as soon as it is read, whatever becomes of the others', async (names, stored) => {
  const { importer, runs } = await setUp(readerUntil(names.find((name) => name.startsWith('endless'))!));
  void importer.begin(
    names.map((name) => given(name.endsWith('.fit') ? fit(300) : clip(10), name)),
    null,
  );
  const stands = () => runs().map(({ name, videos }) => [name, videos.length]);
  await expect.poll(stands).toEqual(stored);
});

test('columns are asked for once: the next table with the same header is read at once', async () => {
  const { importer, runs, states } = await setUp();
  const table = () => given('foo,bar,baz\n0,47,8\n1,47.1,8\n', 'own.csv');
  await importer.begin([table()], null);
  expect(states()).toEqual(['asking']);
  const said = { foo: { meaning: 'time', unit: 's' }, bar: { meaning: 'lat' }, baz: { meaning: 'lon' } };
  await importer.answer(importer.rows.getSnapshot()[0]!.id, said);
  await importer.begin([table()], null);
  expect(states()).toEqual(['done']);
  expect(runs()).toHaveLength(2);
});

test('data that is added to a run of a video alone becomes its timeline, and the video is placed on it', async () => {
  const { library, importer, runs } = await setUp();
  const silent = writeGoPro({ payloads: ride({ seconds: 10 }), stream: 'none', creationTime: START + 60_000 });
  await importer.begin([given(silent, 'GX010042.MP4')], null);
  expect(runs()[0]).toMatchObject({ sources: [], videos: [{ alignment: { offset: 0 } }], duration: 10 });
  await importer.begin([given(fit(300), 'ride.fit')], library.runs.getSnapshot()![0]!.id);
  const [run, ...others] = runs();
  expect(others).toEqual([]);
  expect(run).toMatchObject({ timestamp: START / 1000, sources: [{ kind: 'fit', alignment: { offset: 0 } }] });
  expect(run!.videos[0]!.alignment.offset % 900).toBeCloseTo(60, 0);
});

test('a video that is added to a run with data is placed by its clock', async () => {
  const { library, importer, runs } = await setUp();
  await importer.begin([given(fit(300), 'ride.fit')], null);
  await importer.begin([given(clip(10, START + 30_000), 'GX010042.MP4')], library.runs.getSnapshot()![0]!.id);
  expect(runs()).toHaveLength(1);
  expect(runs()[0]!.videos[0]!.alignment.offset).toBeCloseTo(30, 0);
  expect(runs()[0]!.sources.map(({ kind }) => kind)).toEqual(['fit', 'gopro']);
});
