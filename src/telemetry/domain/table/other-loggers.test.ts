import { expect, test } from 'vitest';
import { readSample } from '../../../../tests/telemetry/support/samples.ts';
import { splitCsv } from '../../../../tests/telemetry/support/split-csv.ts';
import type { Channel } from '../channels.ts';
import { derive } from '../derive.ts';
import type { ReadFailure, Recording } from '../recording.ts';
import type { Result } from '../../../domain/result.ts';
import { summarise } from '../summary.ts';
import { readTable } from './read-table.ts';

const readText = (text: string): Result<Recording, ReadFailure> => readTable(splitCsv(text));

function read(text: string): Recording {
  const result = readText(text);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const sample = (name: string) => read(new TextDecoder('windows-1252').decode(readSample(`more/csv/${name}`)));
const table = (header: string, rows: readonly string[]) => [header, ...rows].join('\n');
const rowsOf = (count: number, row: (at: number) => string) => Array.from({ length: count }, (_, at) => row(at));
const summaryOf = ({ samples, breaks }: Recording) => summarise(samples, breaks);

const known = ({ samples }: Recording, channel: Channel) =>
  (samples.channels[channel] ?? new Float64Array(0)).filter((value) => !Number.isNaN(value));

/** So many rows to the north, 10 m/s, each a second apart. */
const north = (at: number) => (46 + at * 9e-5).toFixed(7);

test('[DT70] a fix of type 1 is a fix where the positions move and no better type is written', () => {
  const { samples, breaks } = sample('racechrono-v3-fix-type-1.csv');
  const series = derive(samples, breaks);
  expect(series.lat!.filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(1_485);
  expect(series.elevation!.filter((value) => !Number.isNaN(value))).toHaveLength(1_500);
  expect(series.speedFrom).toBe('recorded');
});

test('[DT70] a fix of type 1 beside type 3 is none: so the sentences of a receiver count', () => {
  const rows = rowsOf(100, (at) => `${at},${at < 20 ? '46.0000000,7,1' : `${north(at)},7,3`}`);
  const { samples, breaks } = read(table('time (s),lat,lon,fix', rows));
  expect(derive(samples, breaks).removedFixes['no-fix']).toBe(20);
});

test('[DT71] a column of zeros was not measured', () => {
  const recording = sample('zero-distance-column.csv');
  expect(Object.keys(recording.samples.channels).toSorted()).toEqual(['elevation', 'lat', 'lon', 'speed']);
  expect(summaryOf(recording).distance! / 919.9).toBeCloseTo(1, 2);
});

test('[DT72] exact lap times in notes go before the rows, and the lap on the way is named a part', () => {
  const { laps } = sample('trackaddict-first-laps.csv');
  expect(laps.map(({ name }) => name)).toEqual(['Lap 0', 'Lap 1', 'Lap 2', 'Lap 3 (part)']);
  const lengths = laps.map(({ from, to }) => to - from);
  for (const [at, seconds] of [155.138, 444.553, 107.089].entries()) expect(lengths[at]).toBeCloseTo(seconds, 3);
  expect(laps[3]!.from).toBeCloseTo(155.138 + 444.553 + 107.089, 3);
});

test('[DT73] positions in semicircles are read, and times as a system prints them', () => {
  const recording = sample('semicircles-fenix-5-walk.csv');
  expect(known(recording, 'lat')[0]).toBeCloseTo(38.23052, 5);
  expect(known(recording, 'lon')[0]).toBeCloseTo(-122.633322, 5);
  expect(recording.clocks[0]?.at).toBe(Date.parse('2017-06-11T14:32:51Z'));
  expect(recording.samples.time.at(-1)).toBe(46);
});

test('[DT73] the messages of a FIT file as a table become its records and its laps', () => {
  const recording = sample('fitcsvtool-semicircles.csv');
  expect(recording.samples.time).toHaveLength(120);
  expect([known(recording, 'lat')[0], known(recording, 'lon')[0]]).toEqual([
    expect.closeTo(-33.45, 6),
    expect.closeTo(-70.65, 6),
  ]);
  expect(recording.clocks[0]?.at).toBe(1_778_400_000_000);
  expect(recording.laps).toEqual([{ name: 'Lap 1', from: 0, to: 119 }]);
  expect(known(recording, 'heartRate')).toHaveLength(120);
});

test('[DT74] a distance without a unit is in the unit that fits the positions', () => {
  const recording = sample('distance-km-without-unit.csv');
  expect(known(recording, 'distance').at(-1)).toBeCloseTo(5_980, 3);
  const miles = rowsOf(100, (at) => `${at},${north(at)},7,${((at * 10.0075) / 1_609.344).toFixed(6)}`);
  expect(known(read(table('time (s),lat,lon,distance', miles)), 'distance').at(-1)).toBeCloseTo(99 * 10.0075, 1);
  const metres = rowsOf(100, (at) => `${at},${north(at)},7,${at * 10}`);
  expect(known(read(table('time (s),lat,lon,distance', metres)), 'distance').at(-1)).toBe(990);
});

test('[DT75] times and dates without separators, and a hemisphere behind the number', () => {
  const recording = sample('columbus-hhmmss.csv');
  expect([known(recording, 'lat')[0], known(recording, 'lon')[0]]).toEqual([-33.45, -70.65]);
  expect(recording.samples.time.at(-1)).toBe(239);
  expect(recording.clocks[0]).toMatchObject({ method: 'creation-time', at: Date.parse('2026-05-10T08:58:30Z') });
  expect(summaryOf(recording).speed!.max).toBeCloseTo(5, 3);
});

test('[DT76] units above the names, local times with their offset, and feet', () => {
  const recording = sample('g1000-feet.csv');
  expect(recording.clocks[0]).toMatchObject({ method: 'sample-time', at: 1_778_400_000_000 });
  expect(recording.samples.time.at(-1)).toBe(179);
  expect(known(recording, 'elevation')[0]).toBeCloseTo(914.4, 0);
  expect(known(recording, 'speed')[0]).toBeCloseTo(50, 1);
});

test('[DT77] columns of zeros for a position are none; minutes, and the date above the table', () => {
  const recording = sample('joule-zero-places.csv');
  expect(recording.samples.channels.lat).toBeUndefined();
  expect(recording.samples.time).toHaveLength(600);
  expect(recording.samples.time.at(-1)).toBeCloseTo(599, 0);
  expect(recording.clocks[0]).toMatchObject({ method: 'creation-time', at: Date.parse('2026-05-10T08:00:00Z') });
  expect(recording.warnings.map(({ code }) => code)).toEqual(['no-positions']);
  const { distance, speed } = summaryOf(recording);
  expect(distance! / 4_991.7).toBeCloseTo(1, 2);
  expect(speed!.max).toBeCloseTo(8.33, 2);
});

test('[DT77] without a position and without a time the user is asked', () => {
  const rows = rowsOf(20, (at) => `${at * 5},0,0,200`);
  expect(readText(table('span,latitude,longitude,power', rows))).toMatchObject({
    ok: false,
    error: { code: 'csv-columns-unknown', header: ['span', 'latitude', 'longitude', 'power'] },
  });
});

test('[DT78] units in the cells, and columns for north, south, east and west', () => {
  const recording = sample('mtk-units-in-cells-south-west.csv');
  expect([known(recording, 'lat')[0], known(recording, 'lon')[0]]).toEqual([-33.45, -70.65]);
  expect(known(recording, 'elevation')).toHaveLength(240);
  expect(known(recording, 'elevation')[1]).toBe(520.167);
  expect(known(recording, 'speed')[0]).toBeCloseTo(5, 6);
  expect(recording.warnings).toEqual([]);
});

test('[DT79] the track mode of a Tesla', () => {
  const header =
    'Lap,Elapsed Time (ms),Speed (MPH),Latitude (decimal),Longitude (decimal),Lateral Acceleration (m/s^2),Longitudinal Acceleration (m/s^2),Throttle Position (%),Brake Pressure (bar),Steering Angle (deg)';
  const rows = rowsOf(40, (at) => `${at < 20 ? 0 : 1},${at * 1_000},22.36936,${north(at)},7.1,1.5,-0.5,35,0,2`);
  const recording = read(table(header, rows));
  expect(known(recording, 'speed')[0]).toBeCloseTo(10, 4);
  expect([known(recording, 'accelY')[0], known(recording, 'accelX')[0], known(recording, 'throttle')[0]]).toEqual([
    1.5, -0.5, 35,
  ]);
  expect(recording.samples.time.at(-1)).toBe(39);
  expect(recording.laps.map(({ from, to }) => to - from)).toEqual([20, 19]);
});

test('[DT79] Harry’s LapTimer: its laps, and the speed in the unit that its column is named after', () => {
  const header =
    'INDEX,LAPINDEX,DATE,TIME,TIME_LAP,LATITUDE,LONGITUDE,SPEED_KPH,SPEED_MPH,HEIGHT_M,HEIGHT_FT,HEADING_DEG,HDOP,DISTANCE_KM';
  const rows = rowsOf(40, (at) =>
    [
      at,
      at < 20 ? 1 : 2,
      '05-SEP-15',
      `13:21:${10 + at}.50`,
      at,
      north(at),
      7.1,
      36,
      22.4,
      400,
      1_312,
      0,
      0.9,
      (at * 0.01).toFixed(3),
    ].join(','),
  );
  const recording = read(table(header, rows));
  expect(known(recording, 'speed')[0]).toBeCloseTo(10, 6);
  expect(known(recording, 'elevation')[0]).toBe(400);
  expect(known(recording, 'distance').at(-1)).toBeCloseTo(390, 6);
  expect(recording.clocks[0]?.at).toBe(Date.parse('2015-09-05T13:21:10.5Z'));
  expect(recording.laps).toHaveLength(2);
});

test('[DT73] degrees and minutes in one number, as a receiver’s sentences have it', () => {
  const rows = rowsOf(20, (at) => `${at},${(4_807.038 + at * 0.005).toFixed(4)},N,1131.0,W`);
  const recording = read(table('time (s),lat,N/S,lon,E/W', rows));
  expect(known(recording, 'lat')[0]).toBeCloseTo(48.1173, 6);
  expect(known(recording, 'lon')[0]).toBeCloseTo(-11.516667, 6);
});

test('[DT77] where no row has a position that can be read, the user is asked and is not told that there are no rows', () => {
  const rows = rowsOf(20, (at) => `${at},${5_400_000.5 + at},${691_000.25 + at},x`);
  expect(readText(table('time (s),lat,lon,note', rows))).toMatchObject({ error: { code: 'csv-columns-unknown' } });
});
