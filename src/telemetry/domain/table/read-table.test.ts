import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCsv } from '../../../../tests/telemetry/support/split-csv.ts';
import { writeCsv } from '../../../../tests/telemetry/support/write-csv.ts';
import type { Recording } from '../recording.ts';
import type { ColumnMapping } from '../column-mapping.ts';
import { readTable } from './read-table.ts';

function read(text: string, mapping?: ColumnMapping): Recording {
  const result = readTable(splitCsv(text), mapping);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const codes = ({ warnings }: Recording) => warnings.map(({ code }) => code);
const refusal = (code: string) => ({ ok: false, error: { code } });
const UNIX = 1_714_557_600.25;
const table = (header: readonly string[], ...rows: (string | number)[][]) => writeCsv([header, ...rows]);
const first = ({ samples }: Recording, channel: keyof Recording['samples']['channels']) =>
  samples.channels[channel]?.[0];

test('[DT30] [DT40] RaceChrono: the header is found under its preface, units and sources below it, GPS before the rest', () => {
  const recording = read(
    writeCsv(
      [
        [
          'timestamp',
          'fragment_id',
          'lap_number',
          'latitude',
          'longitude',
          'speed',
          'speed',
          'speed',
          'lateral_acc',
          'throttle_pos',
        ],
        ['unix time', '', '', 'deg', 'deg', 'km/h', 'm/s', 'm/s', 'G', '%'],
        ['', '', '', '100: gps', '100: gps', '200: obd', 'calc', '100: gps', 'calc', '200: obd'],
        [UNIX, 0, 12, 47, 8, 99, 27, 26.5, 0.5, 80],
        [UNIX + 1, 0, 13, 47.001, 8, 99, 27, 27.5, 1, 100.2],
        [UNIX + 2.5, 1, 13, 47.002, 8, 99, 27, 28.5, 1, 90],
        [UNIX + 4, 1, 14, 47.003, 8, 99, 27, 28.5, 1, 90],
        [UNIX + 5, 1, 14, 47.004, 8, 99, 27, 28.5, 1, 90],
      ],
      {
        preface: [
          'This file is created using RaceChrono Pro v9.1.3 ( http://racechrono.com/ ).',
          'Format,3',
          'Created,31/12/2025,02:54',
          '',
        ],
      },
    ),
  );
  expect(recording.device).toBe('RaceChrono Pro v9.1.3');
  expect([...recording.samples.time]).toEqual([0, 1, 2.5, 4, 5]);
  expect([...recording.samples.channels.speed!]).toEqual([26.5, 27.5, 28.5, 28.5, 28.5]);
  expect(first(recording, 'accelY')).toBeCloseTo(4.903, 3);
  expect(recording.samples.channels.throttle?.[1]).toBe(100);
  expect(recording.breaks).toEqual([0, 2]);
  expect(recording.laps).toEqual([
    { name: 'Lap 12 (part)', from: 0, to: 1 },
    { name: 'Lap 13', from: 1, to: 4 },
    { name: 'Lap 14 (part)', from: 4, to: 5 },
  ]);
  expect(recording.clocks).toEqual([{ method: 'sample-time', at: 1_714_557_600_250, uncertaintySeconds: 0.2 }]);
  expect(recording.warnings).toEqual([]);
});

test('[DT31] TrackAddict: notes between the rows, exact lap times, and no position where the receiver had none', () => {
  const text = [
    '# RaceRender Data: TrackAddict 4.8.0 on iOS 15.5 [iPhone12,1] (Mode: 0)',
    '# GPS: iOS; Type: 1',
    '"Time","UTC Time","GPS_Update","Latitude","Longitude","Altitude (m)","Altitude (ft)","Speed (MPH)","Heading","Accuracy (m)","Accel X","Engine Speed (RPM) *OBD"',
    '0.000,1714557600.250,1,47.0,8.0,400,1312,60,350,5,0.1,3000',
    '0.100,1714557600.350,0,47.0,8.0,400,1312,60,350,5,0.2,3100',
    '60.100,1714557660.350,1,47.1,8.0,401,1315,61,-1,5,0.3,3200',
    '# Lap 0: 00:01:00.050',
    '90.000,1714557690.250,1,47.2,8.0,401,1315,-1,-10,5,0.3,3200',
    '# Lap 1: 00:00:29.500',
    '# Session End',
  ].join('\n');
  const recording = read(text);
  expect(recording.device).toBe('TrackAddict 4.8.0');
  expect([...recording.samples.time]).toEqual([0, 0.1, 60.1, 90]);
  const { lat, speed, heading, accelX, engineSpeed, precision } = recording.samples.channels;
  expect([...lat!]).toEqual([47, NaN, 47.1, 47.2]);
  expect(speed![0]).toBeCloseTo(26.82, 2);
  expect([speed![1], speed![3]]).toEqual([NaN, NaN]);
  expect([...heading!]).toEqual([350, NaN, NaN, 350]);
  expect([accelX![1], engineSpeed![1]]).toEqual([0.2 * 9.80665, 3_100]);
  expect(precision).toBeUndefined();
  expect(recording.laps).toEqual([
    { name: 'Lap 0', from: 0, to: 60.05 },
    { name: 'Lap 1', from: 60.05, to: 89.55 },
  ]);
  expect(recording.warnings).toEqual([]);
});

test('[DT32] AiM: a block of facts, names twice, units below, and laps from the beacons', () => {
  const quoted = (...cells: string[]) => cells.map((cell) => `"${cell}"`).join(',');
  const recording = read(
    [
      quoted('Format', 'AiM CSV File'),
      quoted('Session', 'Test'),
      quoted('Date', 'Saturday, March 1, 2014'),
      quoted('Time', '10:05 AM'),
      quoted('Beacon Markers', '1.05', '2.5'),
      quoted('Segment Times', '0:01.050', '0:01.450'),
      '',
      quoted(
        'Time',
        'Distance',
        'GPS Speed',
        'GPS LatAcc',
        'GPS LonAcc',
        'GPS Heading',
        'GPS Altitude',
        'GPS Latitude',
        'GPS Longitude',
      ),
      quoted(
        'Time',
        'Distance',
        'GPS Speed',
        'GPS LatAcc',
        'GPS LonAcc',
        'GPS Heading',
        'GPS Altitude',
        'GPS Latitude',
        'GPS Longitude',
      ),
      quoted('sec', 'km', 'km/h', 'g', 'g', 'deg', 'ft', 'deg', 'deg'),
      '',
      quoted('0.000', '0.0000', '36.0', '0.10', '-0.20', '90', '100', '47.0', '8.0'),
      quoted('1.000', '0.0100', '72.0', '0.10', '-0.20', '90', '100', '47.0', '8.1'),
      quoted('3.000', '0.0500', '72.0', '0.10', '-0.20', '90', '100', '47.0', '8.2'),
    ].join('\n'),
  );
  expect(recording.device).toBe('AiM');
  expect([...recording.samples.time]).toEqual([0, 1, 3]);
  expect([...recording.samples.channels.speed!]).toEqual([10, 20, 20]);
  expect([...recording.samples.channels.distance!]).toEqual([0, 10, 50]);
  expect(first(recording, 'elevation')).toBeCloseTo(30.48, 9);
  expect(first(recording, 'accelX')).toBeCloseTo(-1.961, 3);
  expect(recording.laps).toEqual([
    { name: 'Lap 1', from: 0, to: 1.05 },
    { name: 'Lap 2', from: 1.05, to: 2.5 },
  ]);
  expect(recording.clocks).toEqual([]);
  expect(recording.warnings).toEqual([]);
});

test('[DT33] Telemetry Overlay: milliseconds since 1970 and units in the names', () => {
  const recording = read(
    table(
      [
        'utc (ms)',
        'lat (deg)',
        'lon (deg)',
        'speed (m/s)',
        'alt (m)',
        'accel x (m/s²)',
        'speed (km/h)',
        'distance (km)',
      ],
      [1_617_530_423_000, 50.3, 4.6, 24.09, 256, 1.8, 86.7, 0],
      [1_617_530_423_032, 50.3001, 4.6, 24.14, 256, 2.4, 86.9, 0.001],
    ),
  );
  expect([...recording.samples.time]).toEqual([0, 0.032]);
  expect([first(recording, 'speed'), first(recording, 'accelX')]).toEqual([24.09, 1.8]);
  expect(recording.samples.channels.distance?.[1]).toBe(1);
  expect(recording.clocks[0]).toMatchObject({ method: 'sample-time', at: 1_617_530_423_000 });
});

test('[DT34] German: semicolons, decimal commas, a mark and its own names', () => {
  const recording = read(
    writeCsv(
      [
        ['Datum', 'Uhrzeit', 'Breitengrad', 'Längengrad', 'Höhe (m)', 'Geschwindigkeit (km/h)', 'Puls', 'Runde'],
        ['01.05.2024', '10:00:00,5', '48,123456', '9,5', '410,5', '36,0', '140', '1'],
        ['01.05.2024', '10:00:01,5', '48,123556', '9,6', '1.410,9', '72', '141', '1'],
      ],
      { delimiter: ';', lineEnd: '\r\n', hasMark: true },
    ),
  );
  expect([...recording.samples.time]).toEqual([0, 1]);
  expect([first(recording, 'lat'), first(recording, 'lon'), first(recording, 'speed')]).toEqual([48.123456, 9.5, 10]);
  expect(recording.samples.channels.elevation?.[1]).toBe(1_410.9);
  expect(recording.samples.channels.heartRate?.[1]).toBe(141);
  expect(recording.laps).toEqual([{ name: 'Lap 1', from: 0, to: 1 }]);
  // A date without a zone is like a camera's clock.
  expect(recording.clocks).toEqual([
    { method: 'creation-time', at: Date.parse('2024-05-01T10:00:00.5Z'), uncertaintySeconds: 1 },
  ]);
});

test('[DT37] columns that were not recognised are shown, and read once the user has said what they are', () => {
  const text = table(['wann', 'wo1', 'wo2', 'v', 'v'], [1_000, 47, 8, 36, 1], [2_000, 47.1, 8, 72, 2]);
  const result = readTable(splitCsv(text));
  expect(result).toEqual({
    ok: false,
    error: {
      code: 'csv-columns-unknown',
      header: ['wann', 'wo1', 'wo2', 'v', 'v (2)'],
      rows: [
        ['1000', '47', '8', '36', '1'],
        ['2000', '47.1', '8', '72', '2'],
      ],
    },
  });
  const mapping: ColumnMapping = {
    wann: { meaning: 'time', unit: 'ms' },
    wo1: { meaning: 'lat' },
    wo2: { meaning: 'lon' },
    v: { meaning: 'speed', unit: 'km/h' },
    'v (2)': { meaning: 'ignore' },
  };
  const recording = read(text, mapping);
  expect([...recording.samples.time]).toEqual([0, 1]);
  expect([...recording.samples.channels.speed!]).toEqual([10, 20]);
});

test('[DT37] a table without names can be mapped too', () => {
  const text = writeCsv([
    [0, 47, 8],
    [1, 47.1, 8],
  ]);
  expect(readTable(splitCsv(text))).toMatchObject({
    error: { header: ['Column 1', 'Column 2', 'Column 3'], rows: [['0', '47', '8'], {}] },
  });
  const mapping: ColumnMapping = {
    'Column 1': { meaning: 'time' },
    'Column 2': { meaning: 'lat' },
    'Column 3': { meaning: 'lon' },
  };
  expect([...read(text, mapping).samples.channels.lat!]).toEqual([47, 47.1]);
});

test('[DT37] what the user says wins over what was recognised', () => {
  const text = table(['time', 'lat', 'lon', 'speed'], [0, 47, 8, 36], [1, 47.1, 8, 36]);
  const recording = read(text, { speed: { meaning: 'heartRate' } });
  expect(Object.keys(recording.samples.channels).toSorted()).toEqual(['heartRate', 'lat', 'lon']);
});

test('[DT38] ragged, blank and broken rows are left out and counted; the rest is kept', () => {
  const text = [
    'time,lat,lon,hr',
    '0,47,8,140',
    '1,47,8',
    '2,47,8,141,extra,cells',
    ',,,',
    '4,99,8,140',
    '5,47,,140',
    'x,47,8,140',
    '7,,,142',
    '8,47,8,fast',
    '9',
    '10,47,8,-',
    '',
  ].join('\n');
  const recording = read(text);
  expect([...recording.samples.time]).toEqual([0, 1, 2, 7, 8, 10]);
  expect([...recording.samples.channels.heartRate!]).toEqual([140, NaN, 141, 142, NaN, NaN]);
  expect(recording.warnings).toEqual([
    { code: 'rows-skipped', count: 5 },
    { code: 'values-skipped', count: 1 },
  ]);
});

test('[DT38] positions with letters and in degrees, minutes and seconds', () => {
  const text = table(['time', 'lat', 'lon'], [0, '47.5S', 'W8.25'], [1, '47°30\'00"S', '8°15\'0.0"W']);
  const { lat, lon } = read(text).samples.channels;
  expect([...lat!, ...lon!]).toEqual([-47.5, -47.5, -8.25, -8.25]);
});

test('[DT38] thousands in English are no decimals', () => {
  const text = table(
    ['time', 'lat', 'lon', 'distance (m)'],
    [0, 47.1, 8.1, '999'],
    [1, 47.2, 8.1, '1,000.5'],
    [2, 47.3, 8.1, '1,002'],
  );
  expect([...read(text).samples.channels.distance!]).toEqual([999, 1_000.5, 1_002]);
});

test('[DT38] a table without positions is read for what it has', () => {
  const recording = read(table(['time', 'heart rate', 'power'], [0, 120, 200], [1, 121, 210]));
  expect([...recording.samples.channels.power!]).toEqual([200, 210]);
  expect(codes(recording)).toEqual(['no-positions']);
});

test('[DT38] columns with names from the language itself do no harm', () => {
  const text = table(['time', 'lat', 'lon', 'constructor', '__proto__', 'toString (constructor)'], [0, 47, 8, 1, 2, 3]);
  expect(Object.keys(read(text).samples.channels).toSorted()).toEqual(['lat', 'lon']);
  expect(read(text, { lat: { meaning: 'lat' } }).samples.time).toHaveLength(1);
});

test('[DT39] nothing, only a header, or prose is refused for what it is', () => {
  expect(readTable([])).toEqual(refusal('csv-no-rows'));
  expect(readTable([['']])).toEqual(refusal('csv-no-rows'));
  expect(readTable(splitCsv('time,lat,lon\n'))).toEqual(refusal('csv-no-rows'));
  expect(readTable(splitCsv('foo,bar\n'))).toEqual(refusal('csv-no-rows'));
  expect(readTable(splitCsv('Dear diary\ntoday it rained\n'))).toEqual(refusal('file-unknown'));
});

test.each(['#', '//', '%', ';', '--'])('[DT39] a file of comments that begin with %s is no table', (mark) => {
  const notes = `${mark} recorded, by hand\n${mark} with care, twice\n`;
  expect(readTable(splitCsv(notes.repeat(20)))).toEqual(refusal('file-unknown'));
});

test('any rows get an answer', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      'time',
      'lat',
      'lon',
      'speed (km/h)',
      'lap',
      'date',
      '',
      '#',
      '1',
      '47.5',
      '-1',
      '12:00:01',
      '2024-05-01',
      '1,5',
    ),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 }), (rows) => void readTable(rows)));
  const header = ['time', 'lat', 'lon', 'speed', 'lap', 'date'];
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 7 }), { maxLength: 12 }), (rows) => {
      const result = readTable([header, ...rows]);
      if (result.ok) expect(result.value.samples.time.length).toBeLessThanOrEqual(rows.length);
    }),
  );
});
