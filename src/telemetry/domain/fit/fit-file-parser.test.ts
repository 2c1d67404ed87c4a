import { expect, test } from 'vitest';
import { readWithFitFileParser } from '../../../../tests/telemetry/support/read-with-fit-file-parser.ts';
import { readSample } from '../../../../tests/telemetry/support/samples.ts';
import { writeRide } from '../../../../tests/telemetry/support/write-fit.ts';
import { readFit } from './read-fit.ts';

/** Compares both readers over the same bytes: the number of records, and the values in each. */
async function expectSame(bytes: Uint8Array): Promise<void> {
  const { records, laps } = await readWithFitFileParser(bytes);
  const result = readFit(bytes);
  if (!result.ok) throw new Error(result.error.code);
  const { time, channels } = result.value.samples;
  expect(time).toHaveLength(records.length);
  expect(result.value.laps).toHaveLength(laps);
  const differ: string[] = [];
  const compare = (name: string, at: number, ours: number, theirs: number) => {
    const isSame = Number.isNaN(ours) ? Number.isNaN(theirs) : Math.abs(ours - theirs) < 1e-6;
    if (!isSame) differ.push(`${name} of record ${at}: ${ours}, and ${theirs}`);
  };
  for (const [at, record] of records.entries()) {
    compare('time', at, time[at]!, record.time - records[0]!.time);
    for (const name of ['lat', 'lon', 'heartRate', 'power', 'distance'] as const) {
      compare(name, at, channels[name]?.[at] ?? NaN, record[name]);
    }
  }
  expect(differ).toEqual([]);
}

test.each([{ headerSize: 12 }, { headerSize: 14 }, { isBigEndian: true }] as const)(
  'fit-file-parser finds the same in what our encoder wrote: %o',
  async (form) => {
    await expectSame(writeRide({ count: 200, start: '2024-05-01T10:00:00Z', ...form }));
  },
);

test.each(['garmin-fenix-5-run.fit', 'road-with-power.fit', 'sample-activity-indoor-trainer.fit'])(
  'fit-file-parser finds the same in %s',
  async (name) => {
    await expectSame(readSample(`fit/${name}`));
  },
);
