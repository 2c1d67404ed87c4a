import { expect, test } from 'vitest';
import { describeFailure } from '../read-texts.ts';
import { readVbo } from './read-vbo.ts';

/** Sixty rows at 25 Hz to the north, 20 m/s, below columns of these names. */
function logWith(names: string, row: (at: number) => string): string {
  const rows = Array.from({ length: 60 }, (_, at) => row(at));
  return `File created on 10/05/2026 @ 08:00\n\n[header]\nsatellites\n\n[column names]\n${names}\n\n[data]\n${rows.join('\n')}\n`;
}
const at25 = (at: number) => (100_000 + at / 25).toFixed(3);
const north = (at: number) => (2_741.4 + (at * 0.8) / 1_853.2488).toFixed(6);

function read(text: string) {
  const result = readVbo(text);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

test.each(['lng', 'long', 'longitude', 'Longitude', 'position_long'])(
  '[DT92] the longitude of a VBO file may be called %s, as in tables',
  (name) => {
    const { samples, warnings } = read(
      logWith(`sats time lat ${name} velocity heading height`, (at) => `012 ${at25(at)} ${north(at)} -782.4 72 0 2`),
    );
    expect(samples.time).toHaveLength(60);
    expect(samples.channels.lon![59]).toBeCloseTo(13.04, 6);
    expect(samples.channels.lat![0]).toBeCloseTo(45.69, 6);
    expect(samples.channels.speed![0]).toBeCloseTo(20, 6);
    expect(warnings).toEqual([]);
  },
);

test('[DT92] other values of a VBO file have the names of tables, with their units', () => {
  const names = 'sats time lat long velocity-mph long-accel-g lat_accel engine_speed heart_rate altitude-ft';
  const { channels } = read(logWith(names, (at) => `8 ${at25(at)} ${north(at)} 0.6 50 0.5 1 6200 151 100`)).samples;
  const [values] = [Object.fromEntries(Object.entries(channels).map(([name, column]) => [name, column[0]]))];
  expect(values).toMatchObject({ engineSpeed: 6_200, heartRate: 151, lon: -0.01, accelY: 9.806_65 });
  expect(values!['speed']).toBeCloseTo(22.352, 6);
  expect(values!['accelX']).toBeCloseTo(4.903_325, 6);
  expect(values!['elevation']).toBeCloseTo(30.48, 6);
});

test('[DT92] a VBO file without a known longitude says so, and how its columns are called', () => {
  const result = readVbo(logWith('sats time lat easting velocity', (at) => `8 ${at25(at)} ${north(at)} -782.4 72`));
  expect(result).toEqual({
    ok: false,
    error: { code: 'vbo-columns-unknown', names: ['sats', 'time', 'lat', 'easting', 'velocity'] },
  });
  expect(!result.ok && describeFailure(result.error)).toContain('sats, time, lat, easting, velocity');
});
