import { expect, test } from 'vitest';
import { splitCsv } from '../../../../tests/telemetry/support/split-csv.ts';
import { recognise } from './known-columns.ts';
import { readTable } from './read-table.ts';

test.each([
  ['Vehicle Speed', 'speed', null],
  ['Vehicle Speed (kph)', 'speed', 1 / 3.6],
  ['wheel speed [mph]', 'speed', 0.447_04],
  ['speed_ms', 'speed', 1],
  ['speed_m_s', 'speed', 1],
  ['speed_km_h', 'speed', 1 / 3.6],
  ['speed_2d', 'speed', null],
  ['gnd spd kt', 'speed', 1_852 / 3_600],
  ['Beats per minute', 'heartRate', null],
  ['dst', 'distance', null],
  ['Run Cadence', 'cadence', null],
  ['Stroke Rate', 'cadence', null],
  ['stroke_rate (spm)', 'cadence', 1],
  ['strokes/min', null, null],
  ['pace (min/km)', null, null],
  ['m s', null, null],
])('[DT30] the column %s', (name, meaning, scale) => {
  const known = recognise(name, 0);
  expect([known?.meaning ?? null, known?.unit?.scale ?? null]).toEqual([meaning, scale]);
});

test('[DT30] the speed of the wheels stands behind that of the satellites', () => {
  const rows = Array.from({ length: 9 }, (_, at) => `${at},${(46 + at * 9e-5).toFixed(7)},7,10,40`);
  const text = ['time (s),lat,lon,speed,Vehicle Speed (kph)', ...rows].join('\n');
  const result = readTable(splitCsv(text));
  expect(result.ok && result.value.samples.channels.speed![0]).toBe(10);
});

test.each([
  ['a rower', 'cadence (spm)', 30, 30],
  ['a walker', 'cadence (spm)', 110, 55],
  ['steps, said to be', 'cadence (steps/min)', 60, 30],
  ['a kayak, said to be', 'stroke rate (spm)', 96, 96],
])('[DT91] a rate per minute in a table: %s', (_, name, written, read) => {
  const rows = Array.from({ length: 9 }, (__, at) => `${at},${written}`);
  const result = readTable(splitCsv([`time (s),${name}`, ...rows].join('\n')));
  expect(result.ok && result.value.samples.channels.cadence![4]).toBe(read);
});
