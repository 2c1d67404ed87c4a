import { expect, test } from 'vitest';
import { unpack } from '../../../domain/pack.ts';
import { createDevice, createRunServer } from '../../../../../tests/telemetry/support/run-device.ts';
import type { ColumnMapping } from '../../../domain/column-mapping.ts';
import { runDetails } from '../../../protocol/runs.ts';
import type { FileReaderQueue } from '../reading/file-reader.ts';
import { readFiles } from '../reading/read-files.ts';
import { createImporter } from './create-importer.ts';
import { fromFile } from './given-files.ts';

/** Reads on the spot: the worker does nothing else. */
const reader: FileReaderQueue = {
  read: (files, { mapping } = {}) =>
    readFiles(files, (mapping ?? undefined) as ColumnMapping | undefined, () => undefined),
  close: () => undefined,
};

async function setUp() {
  const library = await createDevice(createRunServer()).openTab(null);
  let ids = 0;
  const makeId = () => `00000000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`;
  const importer = createImporter(library, reader, makeId);
  const add = async (header: string, row: (at: number) => string, name = 'a.csv') => {
    const rows = Array.from({ length: 60 }, (_, at) => row(at));
    await importer.begin([fromFile(new File([[header, ...rows].join('\n')], name))], null);
    return importer.rows.getSnapshot()[0]!;
  };
  const row = () => importer.rows.getSnapshot()[0];
  const runs = () => library.runs.getSnapshot()!;
  return { library, importer, add, row, runs };
}

test('[DT94] unused columns are listed with the run, and one that the user names is read into the same run', async () => {
  const { library, importer, add, row, runs } = await setUp();
  const { id, state } = await add('time (s),lat,lon,BoatSpd,Pulse of Ann', (at) => `${at},46.${1_000 + at},7,5,150`);
  expect(state).toMatchObject({ kind: 'done', notes: ['2 columns aren’t used: BoatSpd, Pulse of Ann.'] });
  expect(runs()[0]!.details.sources[0]!.warnings).toEqual([
    { code: 'columns-unused', count: 2, detail: 'BoatSpd, Pulse of Ann' },
  ]);
  const runId = runs()[0]!.id;
  await importer.answer(id, { BoatSpd: { meaning: 'speed', unit: 'kn' } });
  await importer.answer(id, { 'Pulse of Ann': { meaning: 'heartRate' } });
  expect(row()!.state).toEqual({ kind: 'done', runId, notes: [] });
  expect(runs()).toHaveLength(1);
  const { details } = runs()[0]!;
  expect(runDetails.safeParse(details).error).toBeUndefined();
  expect(details.sources).toHaveLength(1);
  const samples = await library.samples(runId, details.sources[0]!.id);
  const unpacked = samples.ok && unpack(samples.value);
  if (!unpacked || !unpacked.ok) throw new Error('no samples');
  // What was named first is not forgotten by the second answer.
  expect(unpacked.value.channels.speed![9]).toBeCloseTo((5 * 1_852) / 3_600, 3);
  expect(unpacked.value.channels.heartRate![9]).toBe(150);
});

test('[DT93] a unit that is asked for and dismissed leaves nothing behind; answered, it is remembered', async () => {
  const { importer, add, row, runs } = await setUp();
  const first = await add('time (s),speed,power', (at) => `${at},36,200`);
  expect(first.state).toMatchObject({ kind: 'asking', table: { header: ['time (s)', 'speed', 'power'] } });
  importer.dismiss(first.id);
  expect([row(), runs()]).toEqual([undefined, []]);
  const second = await add('time (s),speed,power', (at) => `${at},36,200`);
  await importer.answer(second.id, { speed: { meaning: 'speed', unit: 'km/h' } });
  expect(row()!.state.kind).toBe('done');
  expect(runs()[0]!.details.distance).toBeNull();
  const third = await add('time (s),speed,power', (at) => `${at},18,200`, 'b.csv');
  expect(third.state.kind).toBe('done');
});
