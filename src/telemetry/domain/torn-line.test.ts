import { expect, test } from 'vitest';
import { makeRun, seeded, straight } from '../../../tests/telemetry/support/made-runs.ts';
import { derive } from './derive.ts';
import type { Samples } from './recording.ts';
import { summariseSeries } from './summary.ts';

const METRE = 1 / 111_195;

/** Fixes moved north by some metres, by their index. */
function moved(samples: Samples, by: (at: number) => number): Samples {
  const lat = samples.channels.lat!.map((value, at) => value + by(at) * METRE);
  return { ...samples, channels: { ...samples.channels, lat } };
}
const shown = (samples: Samples) => {
  const series = derive(samples, [0]);
  return { ...summariseSeries(series), removed: series.removedFixes.jump, places: series.removedPlaces.lat.length };
};

/** A player on a pitch: up to 7 m/s, a fix each second. */
const pitch = makeRun({
  place: (along) => [20 * Math.sin(along / 20), 20 * Math.cos(along / 20)],
  speed: (time) => 3.5 + 3.5 * Math.sin(time / 9),
  seconds: 600,
  rate: 1,
  noise: 0.3,
});
const quickest = shown(pitch).speed!.max;

test.each([
  ['the first', (at: number) => (at === 0 ? 79 : 0), 1],
  ['the last', (at: number) => (at === 600 ? 79 : 0), 1],
  ['one in the middle', (at: number) => (at === 300 ? 60 : 0), 1],
  ['three in a row', (at: number) => (at >= 300 && at < 303 ? 90 : 0), 3],
  ['the first twenty, before the receiver is sure', (at: number) => (at < 20 ? 120 : 0), 20],
])(
  '[DG15] %s of the fixes is off by more than anybody runs: no speed, no way, and it is counted',
  (_which, by, count) => {
    const { speed, distance, removed, places } = shown(moved(pitch, by));
    expect(speed!.max).toBeLessThan(quickest * 1.25);
    expect(Math.abs(distance! / shown(pitch).distance! - 1)).toBeLessThan(0.07);
    expect([removed, places]).toEqual([count, count]);
  },
);

test('[DG15] a receiver that finds itself elsewhere for good: both lines stay, the leap between them is no way', () => {
  const { speed, distance, removed } = shown(moved(pitch, (at) => (at >= 300 ? 100 : 0)));
  expect(speed!.max).toBeLessThan(quickest * 1.25);
  expect(Math.abs(distance! / shown(pitch).distance! - 1)).toBeLessThan(0.02);
  expect(removed).toBe(0);
});

test.each([
  [
    'a drag race after an hour of waiting',
    (t: number) => (t < 3_000 ? 0 : Math.max(0, 60 - Math.abs(t - 3_015) * 8)),
    3_060,
    60,
  ],
  ['a walk that ends in a car', (t: number) => (t < 3_000 ? 1.4 : Math.min(30, 1.4 + (t - 3_000) * 3)), 3_060, 30],
  ['a sprint in a slow ride', (t: number) => (t > 900 && t < 915 ? 15 : 5), 1_800, 15],
])('[DG15] %s stays as it was', (_which, speed, seconds, most) => {
  const samples = makeRun({ place: straight, speed, seconds, rate: 1, noise: 0.3, seed: 4 });
  const found = shown(samples);
  expect(found.removed).toBe(0);
  expect(found.speed!.max).toBeGreaterThan(most * 0.9);
});

test('[DG15] a lost digit in a track without times is no way', () => {
  const random = seeded(2);
  const lat = Float64Array.from({ length: 200 }, (_, at) => 47 + at * 14 * METRE + random() * METRE);
  const clean = derive({ time: lat.map(() => NaN), channels: { lat, lon: lat.map(() => 8) } }, [0]);
  const broken = lat.slice();
  broken[100] = 4.7;
  const series = derive({ time: lat.map(() => NaN), channels: { lat: broken, lon: lat.map(() => 8) } }, [0]);
  expect(Math.abs(series.distance!.at(-1)! - clean.distance!.at(-1)!)).toBeLessThan(30);
});

test('[DG15] a bad fix of 90 metres in a track without times is no way', () => {
  const lat = Float64Array.from({ length: 200 }, (_, at) => 47 + at * 4 * METRE + (at === 60 ? 90 * METRE : 0));
  const series = derive({ time: lat.map(() => NaN), channels: { lat, lon: lat.map(() => 8) } }, [0]);
  expect(series.removedFixes.jump).toBe(1);
  expect(Math.abs(series.distance!.at(-1)! - 199 * 4)).toBeLessThan(1);
});

test.each([
  ['near the end', 590],
  ['near the beginning', 10],
])('[DG15] a bad fix %s takes none of the good ones beside it along', (_where, bad) => {
  const { removed, distance } = shown(moved(pitch, (at) => (at === bad ? 79 : 0)));
  expect(removed).toBe(1);
  expect(Math.abs(distance! / shown(pitch).distance! - 1)).toBeLessThan(0.01);
});

test('[DG2] a bad fix beside one who stands is taken out, and not those who stand', () => {
  const stop = 20;
  const time = Float64Array.from({ length: 120 }, (_, at) => at);
  const metres = (at: number) => (at < 50 ? at * 5 : at < 50 + stop ? 250 : 250 + (at - 50 - stop) * 5);
  const lat = time.map((at) => 46 + (metres(at) + (at === 60 ? 40 : 0)) * METRE);
  const { speed, removed, distance } = shown({ time, channels: { lat, lon: time.map(() => 7) } });
  expect(removed).toBe(1);
  expect(speed!.max).toBeLessThan(6);
  expect(distance! / metres(119)).toBeCloseTo(1, 2);
});

test('[DG2] over the date line no fix is taken for a jump', () => {
  const time = Float64Array.from({ length: 60 }, (_, at) => at);
  const lon = time.map((at) => ((179.999 + at * 5e-5 + 180) % 360) - 180);
  expect(shown({ time, channels: { lat: time.map(() => 10), lon } }).removed).toBe(0);
});
