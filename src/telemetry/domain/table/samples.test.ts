import { expect, test } from 'vitest';
import { readSample } from '../../../../tests/telemetry/support/samples.ts';
import { splitCsv } from '../../../../tests/telemetry/support/split-csv.ts';
import type { Recording } from '../recording.ts';
import { readTable } from './read-table.ts';

function read(text: string): Recording {
  const result = readTable(splitCsv(text));
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const refusal = (code: string) => ({ ok: false, error: { code } });
const first = ({ samples }: Recording, channel: keyof Recording['samples']['channels']) =>
  samples.channels[channel]?.[0];

const text = (name: string) => new TextDecoder().decode(readSample(name));

test.each([
  ['racechrono-tianma-lap13_v3.csv', 6_488, 83.927, 1_767_151_198_443, [12, 13, 14], 75.934],
  ['racechrono-tianma-lap9_v3.csv', 3_850, 84.28, 1_767_150_797_440, [8, 9, 10], 76.329],
])('%s has its rows, its clock and its lap to the millisecond', (name, rows, seconds, start, laps, lapTime) => {
  const recording = read(text(`csv/${name}`));
  expect(recording.samples.time).toHaveLength(rows);
  expect(recording.samples.time.at(-1)).toBe(seconds);
  expect(recording.clocks[0]?.at).toBe(start);
  expect(recording.laps.map(({ name }) => name)).toEqual([
    `Lap ${laps[0]} (part)`,
    `Lap ${laps[1]}`,
    `Lap ${laps[2]} (part)`,
  ]);
  const whole = recording.laps[1]!;
  expect(whole.to - whole.from).toBeCloseTo(lapTime, 6);
  expect(recording.warnings).toEqual([]);
});

test('a RaceChrono file gives the speed of the receiver, not that of the engine', () => {
  const recording = read(text('csv/racechrono-tianma-lap9_v3.csv'));
  expect(first(recording, 'speed')).toBe(33.453);
  expect(first(recording, 'throttle')).toBe(64.99739);
});

test('telemetry-overlay-custom.csv has its 282 rows', () => {
  const recording = read(text('csv/telemetry-overlay-custom.csv'));
  expect(recording.samples.time).toHaveLength(282);
  expect([first(recording, 'lat'), first(recording, 'lon'), first(recording, 'speed')]).toEqual([
    50.3010636, 4.6550936, 24.09,
  ]);
  expect(recording.clocks[0]?.at).toBe(1_617_530_423_000);
});

test('the malformed CSV files end as their list says', () => {
  const bad = read(text('malformed/bad-values-unclosed-quote.csv'));
  expect(bad.samples.time).toHaveLength(1);
  expect(first(bad, 'lat')).toBe(48.1);
  expect(bad.warnings).toEqual([
    { code: 'rows-skipped', count: 3 },
    { code: 'values-skipped', count: 1 },
  ]);
  const german = read(text('malformed/german-semicolon-decimal-comma.csv'));
  expect([...german.samples.time]).toEqual([0, 1]);
  expect([...german.samples.channels.lat!, ...german.samples.channels.lon!]).toEqual([
    48.123456, 48.123556, 9.123456, 9.123656,
  ]);
  expect(first(german, 'speed')).toBeCloseTo(31.2 / 3.6, 9);
  expect([...german.samples.channels.elevation!]).toEqual([410.5, 410.9]);
  expect(readTable(splitCsv(text('malformed/header-only.csv')))).toEqual(refusal('csv-no-rows'));
  expect(readTable(splitCsv(text('malformed/no-known-columns.csv')))).toEqual({
    ok: false,
    error: {
      code: 'csv-columns-unknown',
      header: ['foo', 'bar'],
      rows: [
        ['1', '2'],
        ['3', '4'],
      ],
    },
  });
});
