import { describe, expect, test } from 'vitest';
import {
  makeRun,
  ring,
  seeded,
  straight,
  wandering,
  withChannels,
} from '../../../tests/telemetry/support/made-runs.ts';
import { readSample } from '../../../tests/telemetry/support/samples.ts';
import { DEFAULT_SETTINGS, derive } from './derive.ts';
import { readGpx } from './gpx/read-gpx.ts';
import type { Samples } from './recording.ts';
import { summarise } from './summary.ts';

const speed = wandering(6, 9);
const run = (rate: number, noise = 0) => makeRun({ place: ring(1200), speed, seconds: 120, rate, noise });

function worst(values: Float64Array, wished: (index: number) => number): number {
  return values.reduce((most, value, index) => Math.max(most, Math.abs(value - wished(index))), 0);
}

describe('what is derived', () => {
  test('[DG8] a heart rate of 0 was not measured', () => {
    const samples = run(1);
    const of = (beats: (at: number) => number) =>
      summarise(
        { ...samples, channels: { ...samples.channels, heartRate: samples.time.map((_, at) => beats(at)) } },
        [0],
      );
    expect(of(() => 0).heartRate).toBeNull();
    expect(of((at) => (at % 2 === 0 ? 0 : 140)).heartRate).toEqual({ mean: 140, max: 140 });
  });

  test('[DG4] speed from positions is right at any rate, and jitter neither adds to it nor ends in a spike', () => {
    for (const rate of [1, 5, 18, 25]) {
      const samples = run(rate);
      const series = derive(samples, [0]);
      expect(series.speedFrom).toBe('positions');
      expect(worst(series.speed!, (at) => speed(samples.time[at]!))).toBeLessThan(0.6);
    }
    const standing = derive(makeRun({ place: straight, speed: () => 0, seconds: 60, rate: 18, noise: 0.1 }), [0]);
    expect(Math.max(...standing.speed!)).toBeLessThan(0.4);
    const even = derive(makeRun({ place: straight, speed: () => 20, seconds: 60, rate: 25, noise: 0.2 }), [0]);
    expect(worst(even.speed!, () => 20)).toBeLessThan(1);
  });

  test('[DG4] a fix in five seconds: around bends the mean speed is still the way over the time', () => {
    const bends = makeRun({ place: ring(200), speed: () => 8, seconds: 600, rate: 0.2 });
    const { distance, moving, speed } = summarise(bends, [0]);
    expect(Math.abs(speed!.mean / (distance! / moving!) - 1)).toBeLessThan(0.01);
  });

  test.each([0, 1])('[DG5] places rounded to 11 cm many times a second make no way of their own: %s m/s', (slow) => {
    const round = (values: Float64Array) => values.map((value) => Math.round(value * 1e6) / 1e6);
    const walk = makeRun({ place: ring(300), speed: () => slow, seconds: 200, rate: 25, noise: 0.03 });
    const { lat, lon } = walk.channels;
    const { distance } = summarise(withChannels(walk, { lat: round(lat!), lon: round(lon!) }), [0]);
    expect(Math.abs(distance! - slow * 200)).toBeLessThan(3);
  });

  test('[DG4] a recorded speed is shown where there is one, unless the other is asked for, and it is said which', () => {
    const base = run(1);
    const samples = withChannels(base, { speed: base.time.map(() => 12) });
    expect(derive(samples, [0]).speedFrom).toBe('recorded');
    expect(derive(samples, [0]).speed![60]).toBeCloseTo(12, 9);
    const asked = derive(samples, [0], { ...DEFAULT_SETTINGS, speed: 'positions' });
    expect(asked.speedFrom).toBe('positions');
    expect(asked.speed![60]).not.toBeCloseTo(12, 1);
    expect(derive(base, [0], { ...DEFAULT_SETTINGS, speed: 'recorded' }).speed).toBeNull();
  });

  test('[DG4] pace is the seconds for a metre, and nothing while standing', () => {
    const base = { time: run(1).time, channels: {} };
    const series = derive(withChannels(base, { speed: base.time.map((at) => (at < 60 ? 5 : 0)) }), [0]);
    expect(series.pace![30]).toBeCloseTo(0.2, 9);
    expect(series.pace![100]).toBeNaN();
  });

  test('[DG5] distance is the way along the fixes, or as recorded from its own zero; a break adds none', () => {
    const base = run(5);
    expect(derive(base, [0]).distance!.at(-1)! / 1000).toBeCloseTo(1.2, 0);
    const elsewhere = withChannels(base, { lat: base.channels.lat!.map((lat, at) => (at < 300 ? lat : lat + 1)) });
    const parted = derive(elsewhere, [0, 300]);
    expect(parted.distance![300]).toBe(parted.distance![299]);
    const odometer = withChannels(base, { distance: base.time.map((at) => 17_834 + at * 9) });
    const series = derive(odometer, [0]);
    expect(series.distanceFrom).toBe('recorded');
    expect(series.distance!.at(-1)).toBeCloseTo(1_080, 6);
    expect(derive(odometer, [0], { ...DEFAULT_SETTINGS, distance: 'positions' }).distanceFrom).toBe('positions');
  });

  test('[DG6] the gradient is metres up per hundred forward, over a window of distance', () => {
    const base = makeRun({ place: straight, speed: () => 5, seconds: 400, rate: 1 });
    const random = seeded(3);
    const elevation = base.time.map((at) => 500 + at * 5 * 0.06 + (random() - 0.5));
    const series = derive(withChannels(base, { elevation }), [0]);
    for (const at of [50, 200, 350]) expect(series.gradient![at]).toBeCloseTo(6, 0);
    expect(Math.max(...series.gradient!.filter((value) => !Number.isNaN(value)))).toBeLessThan(8);
    // While standing the gradient is the one of the road, not missing.
    const still = withChannels(makeRun({ place: straight, speed: (t) => (t < 100 ? 5 : 0), seconds: 160, rate: 1 }), {
      elevation: base.time.slice(0, 161).map((at) => 500 + Math.min(at, 100) * 0.3),
    });
    expect(derive(still, [0]).gradient![150]).toBeCloseTo(6, 1);
  });

  test('[DG8] without times there is a distance and a gradient, and no speed', () => {
    const base = run(1);
    const untimed: Samples = {
      time: base.time.map(() => NaN),
      channels: { ...base.channels, elevation: base.time.map((at) => at) },
    };
    const series = derive(untimed, [0]);
    expect(series.speed).toBeNull();
    expect(series.pace).toBeNull();
    expect(series.distance!.at(-1)).toBeGreaterThan(500);
    expect(series.gradient!.some((value) => value > 1)).toBe(true);
  });

  test('[DG8] indoors there is what was measured; a distance alone gives a speed', () => {
    const time = Float64Array.from({ length: 60 }, (_, at) => at);
    const series = derive({ time, channels: { heartRate: time.map(() => 120), power: time.map(() => 200) } }, [0]);
    expect([series.lat, series.speed, series.distance, series.gradient]).toEqual([null, null, null, null]);
    expect(series.heartRate![30]).toBeCloseTo(120, 6);
    const treadmill = derive({ time, channels: { distance: time.map((at) => at * 3) } }, [0]);
    expect(treadmill.speedFrom).toBe('distance');
    expect(treadmill.speed![30]).toBeCloseTo(3, 6);
  });

  test('[DG8] a recording of nothing, or of one sample, is no reason to fail', () => {
    const empty: Samples = { time: new Float64Array(0), channels: {} };
    expect(derive(empty, [0]).speed).toBeNull();
    const one: Samples = { time: Float64Array.of(0), channels: { lat: Float64Array.of(1), lon: Float64Array.of(2) } };
    expect(derive(one, [0]).distance![0]).toBe(0);
  });
});

describe('a distance that was not measured', () => {
  const lat = Float64Array.from({ length: 200 }, (_, at) => 46 + at * 1e-4);
  const time = Float64Array.from({ length: 200 }, (_, at) => at);
  const lon = new Float64Array(200).fill(7);
  const along = (distance: Float64Array) => derive({ time, channels: { lat, lon, distance } }, [0]);

  test('[DG11] a column of zeros does not go before the positions', () => {
    const series = along(new Float64Array(200));
    expect(series.distanceFrom).toBe('positions');
    expect(series.distance!.at(-1)! / (199 * 11.12)).toBeCloseTo(1, 2);
  });

  test('[DG11] one value among many positions is no distance', () => {
    const read = readGpx(new TextDecoder().decode(readSample('more/gpx/opentracks-distance-at-one-point.gpx')));
    if (!read.ok) throw new Error(read.error.code);
    expect(summarise(read.value.samples, read.value.breaks).distance).toBeCloseTo(222.1, 0);
  });

  test('[DG11] a wheel on rollers goes before a receiver that stands', () => {
    const standing = { lat: lat.map((_, at) => 46 + (at % 2) * 1e-6), lon };
    const distance = Float64Array.from({ length: 200 }, (_, at) => at * 8);
    const series = derive({ time, channels: { ...standing, distance } }, [0]);
    expect(series.distanceFrom).toBe('recorded');
  });
});
