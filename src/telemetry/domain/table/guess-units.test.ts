import { expect, test } from 'vitest';
import { splitCsv } from '../../../../tests/telemetry/support/split-csv.ts';
import { derive } from '../derive.ts';
import { readTable } from './read-table.ts';

/** So many rows to the north-east at a speed that swings a little, each so many seconds apart, with metres of jitter. */
function ride(given: { speed: number; per: number; rows: number; every?: number; jitter?: number; header?: string }) {
  const { speed, per, rows, every = 1, jitter = 0, header = 'time (s),lat,lon,speed' } = given;
  let [metres, seed] = [0, 7];
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5;
  const lines = Array.from({ length: rows }, (_, at) => {
    const now = speed * (1 + 0.3 * Math.sin(at / 9));
    if (at > 0) metres += now * every;
    const lat = 46 + (metres / Math.SQRT2 + jitter * random()) / 111_195;
    const lon = 7 + (metres / Math.SQRT2 + jitter * random()) / (111_195 * Math.cos((46 * Math.PI) / 180));
    return `${(at * every).toFixed(2)},${lat.toFixed(7)},${lon.toFixed(7)},${(now * per).toFixed(2)}`;
  });
  return readTable(splitCsv([header, ...lines].join('\n')));
}

const KMH = 3.6;

test.each([
  ['a walk', { speed: 1.4, per: KMH, rows: 300, jitter: 2 }],
  ['a swim', { speed: 0.9, per: KMH, rows: 400, jitter: 1 }],
  ['67 m in 13 s', { speed: 5, per: KMH, rows: 14 }],
  ['13 s at 25 Hz', { speed: 5, per: KMH, rows: 325, every: 0.04 }],
  ['a ride', { speed: 9, per: KMH, rows: 300, jitter: 3 }],
  ['a fix every ten seconds', { speed: 4, per: KMH, rows: 100, every: 10, jitter: 4 }],
  ['a walk in m/s', { speed: 1.4, per: 1, rows: 300, jitter: 2 }],
  ['ten seconds in m/s', { speed: 12, per: 1, rows: 10 }],
  ['a ride in mph', { speed: 9, per: 1 / 0.447_04, rows: 200, jitter: 1 }],
  ['a boat in knots', { speed: 3, per: 3_600 / 1_852, rows: 300, jitter: 1 }],
])('[DT36] a speed without a unit is in that of the positions: %s', (_, given) => {
  const result = ride(given);
  if (!result.ok) throw new Error(result.error.code);
  const { speed } = result.value.samples.channels;
  expect(speed![0]! / given.speed).toBeCloseTo(1, 2);
  expect(result.value.columns?.taken.at(-1)).toMatchObject({ meaning: 'speed' });
});

test('[DT36] a speed that no unit makes that of the positions does not win over them', () => {
  const result = ride({ speed: 5, per: 40, rows: 100 });
  if (!result.ok) throw new Error(result.error.code);
  const { samples, breaks } = result.value;
  const series = derive(samples, breaks);
  expect(series.speedFrom).toBe('positions');
  expect(series.speed![50]! / 5).toBeLessThan(1.5);
});

const indoor = ['time (s),speed,power', ...Array.from({ length: 60 }, (_, at) => `${at},36,200`)].join('\n');

test('[DT93] without positions the unit of a speed is asked, and not guessed', () => {
  const result = readTable(splitCsv(indoor));
  expect(result).toMatchObject({
    ok: false,
    error: {
      code: 'csv-unit-unknown',
      columns: {
        header: ['time (s)', 'speed', 'power'],
        taken: [{ meaning: 'time', unit: 's' }, { meaning: 'speed' }, { meaning: 'power' }],
      },
    },
  });
  const answered = readTable(splitCsv(indoor), { speed: { meaning: 'speed', unit: 'km/h' } });
  expect(answered.ok && answered.value.samples.channels.speed![0]).toBeCloseTo(10, 9);
  expect(answered.ok && answered.value.samples.channels.power![0]).toBe(200);
});

test('[DT93] nothing is asked where a unit is written, or nothing moved', () => {
  expect(readTable(splitCsv(indoor.replace('speed', 'speed (km/h)'))).ok).toBe(true);
  expect(readTable(splitCsv(indoor.replaceAll(',36,', ',0,'))).ok).toBe(true);
});

test('[DT94] columns that were not understood are listed, and the user may name them', () => {
  const rows = Array.from(
    { length: 30 },
    (_, at) => `2024-05-01,10:00:${String(at).padStart(2, '0')},46.${at + 1000},7,${at},7,`,
  );
  const text = ['date,time,lat,lon,BoatSpd (kn),Gear,empty', ...rows].join('\n');
  const result = readTable(splitCsv(text));
  if (!result.ok) throw new Error(result.error.code);
  expect(result.value.columns?.unused).toEqual(['BoatSpd (kn)', 'Gear']);
  expect(result.value.columns?.taken).toEqual([
    null,
    { meaning: 'time' },
    { meaning: 'lat' },
    { meaning: 'lon' },
    ...Array.from({ length: 3 }, () => ({ meaning: 'ignore' })),
  ]);
  const named = readTable(splitCsv(text), { 'BoatSpd (kn)': { meaning: 'speed', unit: 'kn' } });
  if (!named.ok) throw new Error(named.error.code);
  expect(named.value.samples.channels.speed![18]).toBeCloseTo((18 * 1_852) / 3_600, 6);
  expect(named.value.columns?.unused).toEqual(['Gear']);
  // What was recognised stays so: the date and the time together are still the clock.
  expect(named.value.clocks).toEqual(result.value.clocks);
});
