import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  makeRun,
  ring,
  seeded,
  straight,
  wandering,
  withChannels,
} from '../../../tests/telemetry/support/made-runs.ts';
import { DEFAULT_FILTER, filterFixes } from './filter.ts';
import { shortestTurn } from './geo.ts';
import type { Samples } from './recording.ts';

const run = (rate = 1, seconds = 60) => makeRun({ place: ring(800), speed: wandering(3, 8), seconds, rate, noise: 1 });

function move(samples: Samples, from: number, to: number, degrees: number): Samples {
  const lat = samples.channels.lat!.map((value, at) => (at >= from && at < to ? value + degrees : value));
  return withChannels(samples, { lat });
}

function missing({ channels }: Samples): number[] {
  return [...channels.lat!.keys()].filter((at) => Number.isNaN(channels.lat![at]!));
}

describe('bad fixes', () => {
  test('[DG2] a clean run loses nothing, at any rate', () => {
    for (const rate of [1, 10, 18, 25]) {
      const { samples, removed } = filterFixes(run(rate, 30));
      expect(missing(samples)).toEqual([]);
      expect(Object.values(removed)).toEqual([0, 0, 0, 0, 0]);
    }
  });

  test('[DG2] places without a fix go, with what the receiver made of them; imprecise ones lose only the place', () => {
    const base = run(1, 4);
    const samples = withChannels(base, {
      fix: Float64Array.of(0, 0, 2, 3, 3),
      precision: Float64Array.of(99, 99, 2, 12, 2),
      speed: Float64Array.of(70, 70, 5, 6, 7),
      heartRate: Float64Array.of(90, 91, 92, 93, 94),
    });
    const filtered = filterFixes(samples);
    expect(missing(filtered.samples)).toEqual([0, 1, 3]);
    expect([...filtered.samples.channels.speed!]).toEqual([NaN, NaN, 5, 6, 7]);
    expect([...filtered.samples.channels.heartRate!]).toEqual([90, 91, 92, 93, 94]);
    expect(filtered.removed).toMatchObject({ 'no-fix': 2, imprecise: 1 });
    expect([...samples.channels.speed!]).toEqual([70, 70, 5, 6, 7]);
  });

  test('[DG2] the point off Africa is no place, even with the filter off', () => {
    const base = run(1, 3);
    const samples = withChannels(base, {
      lat: base.channels.lat!.with(1, 0),
      lon: base.channels.lon!.with(1, 0),
    });
    const { samples: left, removed } = filterFixes(samples, { ...DEFAULT_FILTER, isOn: false });
    expect(missing(left)).toEqual([1]);
    expect(removed.nowhere).toBe(1);
  });

  test('[DG2] a jump goes, wherever it is, and what follows it stays', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.double({ min: 0.004, max: 1, noNaN: true }), (at, degrees) => {
        const { samples } = filterFixes(move(run(), at, at + 1, degrees));
        expect(missing(samples)).toEqual([at]);
      }),
    );
  });

  test('[DG2] a first fix far away does not condemn the run', () => {
    const { samples, removed } = filterFixes(move(run(18), 0, 5, 0.5));
    expect(missing(samples)).toEqual([0, 1, 2, 3, 4]);
    expect(removed.jump).toBe(5);
  });

  test('[DG2] after a loss of reception the new place is believed as soon as it can have been reached', () => {
    const { samples } = filterFixes(move(run(1, 200), 150, 201, 0.01));
    const gone = missing(samples);
    expect(gone[0]).toBe(150);
    expect(gone.length).toBeLessThan(12);
  });

  test('[DG2] a receiver that repeats itself while moving counts once; a rider who stands counts throughout', () => {
    // One position a second in ten rows a second, as phones write it.
    const base = makeRun({ place: straight, speed: () => 8, seconds: 20, rate: 10 });
    const hold = (values: Float64Array) => values.map((_, at) => values[at - (at % 10)]!);
    const held = withChannels(base, { lat: hold(base.channels.lat!), lon: hold(base.channels.lon!) });
    const { samples, removed } = filterFixes(held);
    expect(removed.stuck).toBe(180);
    expect(missing(samples).every((at) => at % 10 !== 0)).toBe(true);
    const standing = makeRun({ place: straight, speed: (t) => (t < 60 ? 0 : 1), seconds: 65, rate: 1 });
    expect(filterFixes(standing).removed.stuck).toBe(0);
  });

  test('[DG2] no fix is bad for being beyond the date line', () => {
    const base = run();
    const [from] = base.channels.lon!;
    const lon = base.channels.lon!.map((value) => shortestTurn(value - from! + 180));
    expect(Math.max(...lon) - Math.min(...lon)).toBeGreaterThan(359);
    expect(missing(filterFixes(withChannels(base, { lon })).samples)).toEqual([]);
  });

  test.each([30, 60])('[DG2] a bad fix while standing goes alone, the fixes around it stay: the %sth', (bad) => {
    const standing = makeRun({ place: straight, speed: () => 0, seconds: 60, rate: 1 });
    const { samples, removed } = filterFixes(move(standing, bad, bad + 1, 0.002));
    expect(missing(samples)).toEqual([bad]);
    expect(removed.stuck).toBe(0);
  });

  test('[DG2] a break may be any distance', () => {
    const { removed } = filterFixes(move(run(), 30, 61, 2), DEFAULT_FILTER, [0, 30]);
    expect(removed.jump).toBe(0);
  });

  test('[DG2] without times or without places nothing is guessed', () => {
    const base = run();
    const untimed = { ...base, time: base.time.map(() => NaN) };
    expect(missing(filterFixes(untimed).samples)).toEqual([]);
    const indoors: Samples = { time: base.time, channels: { heartRate: base.time } };
    expect(filterFixes(indoors).samples).toBe(indoors);
  });

  test('[DG2] any nonsense leaves as many samples as there were', () => {
    const random = seeded(5);
    const count = 500;
    const lat = Float64Array.from({ length: count }, () => (random() < 0.1 ? NaN : random() * 180 - 90));
    const lon = Float64Array.from({ length: count }, () => (random() < 0.1 ? NaN : random() * 360 - 180));
    const time = Float64Array.from({ length: count }, (_, at) => at * random());
    const { samples } = filterFixes({ time: time.toSorted(), channels: { lat, lon } });
    expect(samples.channels.lat).toHaveLength(count);
    expect(missing(samples).length).toBeLessThan(count);
  });
});
