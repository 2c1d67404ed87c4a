import { expect, test } from 'vitest';
import { splitCsv } from '../../../../tests/telemetry/support/split-csv.ts';
import { readTable } from './read-table.ts';

const pad = (value: number) => String(value).padStart(2, '0');
const written = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

/** Twenty minutes of local times, a row each second, that are moved by so many hours in the middle. */
function night(date: string, hours: number) {
  const start = Date.parse(`${date}Z`) / 1_000 - 600;
  const rows = Array.from({ length: 1_200 }, (_, at) => {
    const local = start + at + (at < 600 ? 0 : hours * 3_600);
    return `${written(local)},46.${1_000 + at},7.${pad(at % 100)}`;
  });
  const result = readTable(splitCsv(['time,lat,lon', ...rows].join('\n')));
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

test.each([
  ['the end of summer time', '2025-10-26T03:00:00', -1],
  ['its beginning', '2026-03-29T02:00:00', 1],
  ['its end in America', '2025-11-02T02:00:00', -1],
])('[DT96] local times go on over %s, and that is said', (_, moment, hours) => {
  const { samples, warnings } = night(moment, hours);
  expect(samples.time).toEqual(Float64Array.from({ length: 1_200 }, (__, at) => at));
  expect(warnings).toContainEqual({ code: 'summer-time', count: 1 });
});

test.each([
  ['an hour back on a Monday', '2025-10-27T03:00:00', -1],
  ['two hours ahead', '2026-03-29T02:00:00', 2],
  ['an hour back at noon', '2025-10-26T12:00:00', -1],
])('[DT96] %s is no summer time', (_, moment, hours) => {
  expect(night(moment, hours).warnings.map(({ code }) => code)).not.toContain('summer-time');
});
