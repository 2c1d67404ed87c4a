import { expect, test } from 'vitest';
import { splitCsv } from '../../../../tests/telemetry/support/split-csv.ts';
import { readTable } from './read-table.ts';

const semicircles = (degrees: number) => Math.round((degrees / 180) * 2 ** 31);

/** A table of ten seconds with this count at its beginning. */
function clockOf(header: string, start: number): number | undefined {
  const rows = Array.from({ length: 10 }, (_, at) => `${start + at},${semicircles(46 + at * 1e-4)},${semicircles(7)}`);
  const result = readTable(splitCsv([header, ...rows].join('\n')));
  if (!result.ok) throw new Error(result.error.code);
  return result.value.clocks[0]?.at;
}

const FIT = (iso: string) => Date.parse(iso) / 1_000 - 631_065_600;
const HEADER = 'timestamp,position_lat,position_long';

test.each(['2011-06-01T08:00:00Z', '2021-10-20T11:00:03Z', '2026-05-10T08:00:00Z'])(
  '[DT35] a table with the names of a FIT file counts its seconds since 1989: %s',
  (iso) => {
    expect(clockOf(HEADER, FIT(iso))).toBe(Date.parse(iso));
    // The same table with seconds since 1970.
    expect(clockOf(HEADER, Date.parse(iso) / 1_000)).toBe(Date.parse(iso));
  },
);

test('[DT35] without these names the seconds are those since 1970, or since 2001', () => {
  expect(clockOf('timestamp,latitude,longitude', 1_003_662_003)).toBe(1_003_662_003_000);
  expect(clockOf('timestamp,latitude,longitude', 800_000_000)).toBe((800_000_000 + 978_307_200) * 1_000);
});
