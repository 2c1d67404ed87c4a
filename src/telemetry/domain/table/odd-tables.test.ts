import { expect, test } from 'vitest';
import { splitCsv } from '../../../../tests/telemetry/support/split-csv.ts';
import type { Recording } from '../recording.ts';
import { readTable } from './read-table.ts';

/** Tables as loggers and spreadsheets of other countries write them, each with the same short ride. */
const COUNT = 20;
const places = Array.from({ length: COUNT }, (_, at) => ({ at, lat: 46.95 + at * 4e-5, lon: 7.44 + at * 8e-5 }));

function read(header: string, row: (place: (typeof places)[number]) => string): Recording {
  const result = readTable(splitCsv(`${header}\n${places.map(row).join('\n')}\n`));
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const two = (value: number) => String(value).padStart(2, '0');
const comma = (value: number) => value.toFixed(6).replace('.', ',');
const startOf = ({ clocks }: Recording) => (clocks[0] === undefined ? null : new Date(clocks[0].at).toISOString());

test('[DT34] names are known with and without their accents', () => {
  for (const pulse of ['Fréquence cardiaque', 'FREQUENCE CARDIAQUE', 'Pulso', 'Frecuencia cardíaca', 'Hartslag']) {
    const { samples } = read(
      `Temps;Latitude;Longitude;${pulse}`,
      ({ at, lat, lon }) => `${at};${comma(lat)};${comma(lon)};121`,
    );
    expect(samples.channels.heartRate?.[5], pulse).toBe(121);
  }
});

test('[DT35] a date that can be read in two ways follows the habit of its table', () => {
  const american = read(
    'Timestamp,Latitude,Longitude',
    ({ at, lat, lon }) => `05/04/2024 10:00:${two(at)} AM,${lat},${lon}`,
  );
  expect(startOf(american)).toBe('2024-05-04T10:00:00.000Z');
  const spanish = read(
    'Fecha;Hora;Latitud;Longitud',
    ({ at, lat, lon }) => `05/04/2024;10:00:${two(at)};${comma(lat)};${comma(lon)}`,
  );
  expect(startOf(spanish)).toBe('2024-04-05T10:00:00.000Z');
  const named = read(
    'Time,Latitude,Longitude',
    ({ at, lat, lon }) => `"May 4, 2024 10:00:${two(at)} AM",${lat},${lon}`,
  );
  expect(startOf(named)).toBe('2024-05-04T10:00:00.000Z');
});

test('[DT35] a date that cannot be told costs no time', () => {
  const { samples, clocks } = read(
    'Time,Latitude,Longitude',
    ({ at, lat, lon }) => `05/04/2024 10:00:${two(at)},${lat},${lon}`,
  );
  expect(samples.time.at(-1)).toBe(COUNT - 1);
  expect(clocks).toEqual([]);
});

test.each([
  ['with the zone behind it', (at: number) => `10:00:${two(at)} UTC`],
  ['with dots', (at: number) => `10.00.${two(at)}`],
  [
    'of twelve hours, over midnight',
    (at: number) => (at < 10 ? `11:59:${two(at + 50)} PM` : `12:00:${two(at - 10)} AM`),
  ],
])('[DT35] a time of day %s', (_, write) => {
  const { samples } = read('Time,Latitude,Longitude', ({ at, lat, lon }) => `${write(at)},${lat},${lon}`);
  expect(samples.time.at(-1)).toBe(COUNT - 1);
});

test('[DT36] units below the names may stand in brackets', () => {
  const { samples } = read(
    'Time,Latitude,Longitude,Height\n[s],[deg],[deg],[ft]',
    ({ at, lat, lon }) => `${at},${lat},${lon},1000`,
  );
  expect(samples.channels.elevation?.[3]).toBeCloseTo(304.8, 6);
});

test('[DT73] longitudes that are counted all around the earth', () => {
  const west = read('Time,Latitude,Longitude', ({ at, lat, lon }) => `${at},${lat},${lon + 238}`);
  expect(west.samples.channels.lat?.[0]).toBe(46.95);
  expect(west.samples.channels.lon?.[0]).toBeCloseTo(245.44 - 360, 9);
});

test('[DT30] columns that are aligned by blanks', () => {
  const { samples } = read(
    '   time       lat       lon  speed',
    ({ at, lat, lon }) => `${String(at).padStart(7)}  ${lat.toFixed(6)}  ${lon.toFixed(6)}   8.00`,
  );
  expect(samples.time).toHaveLength(COUNT);
  expect(samples.channels.speed?.[4]).toBe(8);
});

test('[DT73] positions in ten-millionths of a degree, and both in one column', () => {
  const whole = (value: number) => Math.round(value * 1e7);
  const fine = read(
    'gps_Time,gps_Latitude,gps_Longitude',
    ({ at, lat, lon }) => `10:00:${two(at)},${whole(lat)},${whole(lon)}`,
  );
  expect(fine.samples.channels.lat?.[0]).toBeCloseTo(46.95, 9);
  expect(fine.samples.channels.lon?.[0]).toBeCloseTo(7.44, 9);
  const pairs = read('time,coordinates', ({ at, lat, lon }) => `${at},"${lat.toFixed(6)}, ${lon.toFixed(6)}"`);
  expect([pairs.samples.channels.lat?.[0], pairs.samples.channels.lon?.[0]]).toEqual([46.95, 7.44]);
  expect(pairs.warnings).toEqual([]);
});

test('[DT35] seconds that an app of Apple counts since 2001', () => {
  const { clocks } = read('Timestamp;Latitude;Longitude', ({ at, lat, lon }) => `${737_028_000 + at};${lat};${lon}`);
  expect(new Date(clocks[0]!.at).toISOString()).toBe('2024-05-10T10:00:00.000Z');
});

test('[DT37] a text that is no table is not asked about its columns', () => {
  const letter = ['Dear Ann, here they are:', 'the files,', 'of May, of June, and of July.', 'Yours', 'Bob', '# end'];
  expect(readTable(splitCsv(letter.join('\n')))).toMatchObject({ error: { code: 'file-unknown' } });
  expect(readTable(splitCsv('# one\n# two\n# three\n'))).toMatchObject({ ok: false });
});
