import { expect, test } from 'vitest';
import { splitCsv } from '../../../../tests/telemetry/support/split-csv.ts';
import { writeCsv } from '../../../../tests/telemetry/support/write-csv.ts';
import type { Recording } from '../recording.ts';
import { readTable } from './read-table.ts';

function read(text: string): Recording {
  const result = readTable(splitCsv(text));
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const UNIX = 1_714_557_600.25;
const table = (header: readonly string[], ...rows: (string | number)[][]) => writeCsv([header, ...rows]);
const first = ({ samples }: Recording, channel: keyof Recording['samples']['channels']) =>
  samples.channels[channel]?.[0];

test.each<[string, string, (string | number)[], number[], string | null]>([
  ['seconds since 1970', 'timestamp', [UNIX, UNIX + 1.5], [0, 1.5], 'sample-time'],
  ['microseconds since 1970', 'time', ['1714557600250000', '1714557601750000'], [0, 1.5], 'sample-time'],
  ['dates with a zone', 'time', ['2024-05-01T10:00:00.5Z', '2024-05-01T12:00:02+02:00'], [0, 1.5], 'sample-time'],
  ['dates without a zone', 'Date/Time', ['2024-05-01 10:00:00', '2024-05-01 10:00:01,5'], [0, 1.5], 'creation-time'],
  [
    'dates that are said to be UTC',
    'UTC time',
    ['2024-05-01 10:00:00', '2024-05-01 10:00:01.5'],
    [0, 1.5],
    'sample-time',
  ],
  ['a time of day across midnight', 'Zeit', ['23:59:59,5', '00:00:01'], [0, 1.5], null],
  ['hours with am and pm', 'time', ['11:59:59 AM', '12:00:01 PM'], [0, 2], null],
  ['minutes and seconds', 'elapsed', ['1:43.5', '1:45'], [0, 1.5], null],
  ['seconds', 'secs', ['0', '1.5'], [0, 1.5], null],
  ['milliseconds', 'time (ms)', ['1000', '2500'], [0, 1.5], null],
  ['a spreadsheet that counts days', 'Date time', ['45413.4166666667', '45413.4166840278'], [0, 1.5], 'creation-time'],
])('[DT35] times as %s', (_, name, [a, b], expected, method) => {
  const recording = read(table([name, 'lat', 'lon'], [a!, 47, 8], [b!, 47.1, 8]));
  expect(recording.samples.time[0]).toBe(0);
  expect(recording.samples.time[1]).toBeCloseTo(expected[1]!, 3);
  expect(recording.clocks[0]?.method ?? null).toBe(method);
});

test('[DT35] a date that can be read in two ways is no clock, unless a row tells', () => {
  const rows = (...dates: string[]) =>
    read(table(['date', 'time', 'lat', 'lon'], ...dates.map((date, at) => [date, `10:00:0${at}`, 47, 8])));
  const ambiguous = rows('03/04/2024', '03/04/2024');
  expect([...ambiguous.samples.time]).toEqual([0, 1]);
  expect(ambiguous.clocks).toEqual([]);
  expect(rows('13/04/2024', '13/04/2024').clocks[0]?.at).toBe(Date.parse('2024-04-13T10:00:00Z'));
  expect(rows('04/13/2024', '04/13/2024').clocks[0]?.at).toBe(Date.parse('2024-04-13T10:00:00Z'));
});

test('[DT35] where the clock of the world has whole seconds only, the finer column tells the rows apart', () => {
  const rows = Array.from({ length: 20 }, (_, at) => [1_714_557_600 + Math.floor(at / 10), 5 + at / 10, 47, 8]);
  const recording = read(table(['utc', 'elapsed time', 'lat', 'lon'], ...rows));
  expect(recording.samples.time[1]).toBe(0.1);
  expect(recording.clocks[0]).toMatchObject({ method: 'sample-time', at: 1_714_557_600_000 });
});

test.each([
  ['Speed (km/h)', 36],
  ['speed_kmh', 36],
  ['Speed [kph]', 36],
  ['KPH', 36],
  ['gps_speed_mph', 22.369_362_92],
  ['speed kn', 19.438_444_924],
  ['Geschw. (km/h)', 36],
  ['velocity (ft/s)', 32.808_398_95],
])('[DT36] %s is understood', (name, value) => {
  expect(first(read(table(['time', 'lat', 'lon', name], [0, 47, 8, value])), 'speed')).toBeCloseTo(10, 6);
});

test('[DT36] a speed without a unit is measured by the way that was made', () => {
  const rows = (scale: number) =>
    Array.from(
      { length: 60 },
      (_, at) => [at, 47 + at * 1e-4, 8, (11.119_5 * scale).toFixed(2)] as (string | number)[],
    );
  for (const scale of [1, 3.6, 1 / 0.447_04, 1 / 0.514_444]) {
    const recording = read(table(['time', 'lat', 'lon', 'speed'], ...rows(scale)));
    expect(first(recording, 'speed')).toBeCloseTo(11.12, 1);
  }
});

test('[DT36] names as the apps write them', () => {
  const extractor = read(
    table(
      ['cts', 'date', 'GPS (Lat.) [deg]', 'GPS (Long.) [deg]', 'GPS (Alt.) [m]', 'GPS (2D speed) [m/s]', 'fix'],
      [120, '2024-05-01T10:00:00.120Z', 47, 8, 400, 12, 3],
      [220, '2024-05-01T10:00:00.220Z', 47, 8, 400, 12, 3],
    ),
  );
  expect([...extractor.samples.time]).toEqual([0, 0.1]);
  expect(Object.keys(extractor.samples.channels).toSorted()).toEqual(['elevation', 'fix', 'lat', 'lon', 'speed']);
  const box = read(
    table(
      ['Record', 'Time', 'Latitude', 'Longitude', 'heartRate', 'GForceX', 'GForceY', 'lapNumber'],
      [1, '2024-05-01T10:00:00.120Z', 47, 8, 140, 1, 0.5, 3],
    ),
  );
  expect([first(box, 'heartRate'), first(box, 'accelX'), box.laps.length]).toEqual([140, 9.80665, 0]);
  const phone = read(
    table(
      [
        'Time (s)',
        'Latitude (°)',
        'Longitude (°)',
        'Height (m)',
        'Velocity (m/s)',
        'Direction (°)',
        'Horizontal Accuracy (m)',
      ],
      [0, 47, 8, 400, 12, 90, 5],
    ),
  );
  expect(Object.keys(phone.samples.channels).toSorted()).toEqual(['elevation', 'heading', 'lat', 'lon', 'speed']);
});
