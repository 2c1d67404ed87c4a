import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outlineOf } from './outline.ts';
import { makeRun, ring } from '../../../tests/telemetry/support/made-runs.ts';
import { createTimeline, sectionBetween } from './timeline.ts';

describe('the timeline', () => {
  test('[DG9] between samples it interpolates, on them it is exact, outside there is nothing', () => {
    const time = Float64Array.of(0, 1, 3);
    const values = Float64Array.of(10, 20, 40);
    const timeline = createTimeline(time);
    expect([0, 0.5, 1, 2, 3].map((at) => timeline.valueAt(values, at))).toEqual([10, 15, 20, 30, 40]);
    expect(timeline.valueAt(values, -0.1)).toBeNaN();
    expect(timeline.valueAt(values, 3.1)).toBeNaN();
    expect([-1, 0, 0.9, 1, 9].map((at) => timeline.indexAt(at))).toEqual([-1, 0, 0, 1, 2]);
    expect([-1, 0.4, 0.6, 2.1, 9].map((at) => timeline.nearestIndex(at))).toEqual([0, 0, 1, 2, 2]);
  });

  test('[DG9] a hole is bridged, a break is not', () => {
    const time = Float64Array.of(0, 1, 2, 3, 4, 5);
    const values = Float64Array.of(0, NaN, 2, 3, 9, 9);
    const timeline = createTimeline(time, [0, 3]);
    expect(timeline.valueAt(values, 1)).toBe(1);
    expect(timeline.valueAt(values, 2.5)).toBeNaN();
    expect(timeline.valueAt(values, 3.5)).toBe(6);
    expect(timeline.placeAt(values, values, 2.5)).toBeNull();
  });

  test('[DG9] samples without a time are passed over, and a recording without any has no timeline', () => {
    const timeline = createTimeline(Float64Array.of(NaN, 0, NaN, 2));
    expect(timeline.valueAt(Float64Array.of(9, 1, 9, 3), 1)).toBe(2);
    expect(timeline.indexAt(2)).toBe(3);
    const none = createTimeline(Float64Array.of(NaN, NaN));
    expect(none.start).toBeNaN();
    expect(none.indexAt(0)).toBe(-1);
    expect(none.nearestIndex(0)).toBe(-1);
    expect(none.valueAt(Float64Array.of(1, 2), 0)).toBeNaN();
  });

  test('[DG9] any time of any recording is answered within its neighbours', () => {
    const widths = fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(widths, fc.double({ min: 0, max: 1, noNaN: true }), (steps, share) => {
        let at = 0;
        const time = Float64Array.from(steps, (step) => (at += step));
        const timeline = createTimeline(time);
        const moment = timeline.start + share * (timeline.end - timeline.start);
        expect(timeline.valueAt(time, moment)).toBeCloseTo(moment, 6);
        const index = timeline.indexAt(moment);
        expect(time[index]!).toBeLessThanOrEqual(moment);
        expect(time[index + 1] ?? Infinity).toBeGreaterThan(moment);
      }),
    );
  });

  test('[DG9] places are interpolated across the date line the short way', () => {
    const place = createTimeline(Float64Array.of(0, 1)).placeAt(
      Float64Array.of(0, 0),
      Float64Array.of(179.9, -179.8),
      0.5,
    );
    expect(place!.lon).toBeCloseTo(-179.95, 9);
  });

  test('[DG9] the samples of a stretch of time', () => {
    const { time } = makeRun({ place: ring(1000), speed: () => 10, seconds: 60, rate: 5 });
    expect(sectionBetween(time, 1, 2)).toEqual({ first: 5, last: 10 });
    expect(sectionBetween(time, 900, 901)).toBeNull();
  });
});

describe('the small drawing', () => {
  const samples = makeRun({ place: ring(3000), speed: () => 10, seconds: 299, rate: 10, noise: 1 });

  test('[DG10] has few points, rounded to a metre, both ends among them, and keeps the shape', () => {
    const outline = outlineOf(samples, 120);
    expect(outline).toHaveLength(120);
    expect(outline.flat().every((degrees) => Math.round(degrees * 1e5) / 1e5 === degrees)).toBe(true);
    expect(outline[0]![0]).toBeCloseTo(samples.channels.lat![0]!, 4);
    expect(outline.at(-1)![1]).toBeCloseTo(samples.channels.lon!.at(-1)!, 4);
    const lats = [...samples.channels.lat!];
    expect(Math.max(...outline.map(([lat]) => lat))).toBeCloseTo(Math.max(...lats), 4);
  });

  test('[DG10] a short track is kept whole, a straight one needs two points, none has none', () => {
    const two = { time: Float64Array.of(0, 1), channels: { lat: Float64Array.of(1, 2), lon: Float64Array.of(1, 2) } };
    expect(outlineOf(two, 120)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    const lat = Float64Array.from({ length: 300 }, (_, at) => at / 1000);
    expect(outlineOf({ time: lat, channels: { lat, lon: lat.map(() => 5) } }, 120)).toHaveLength(2);
    expect(outlineOf({ time: lat, channels: {} }, 120)).toEqual([]);
    expect(outlineOf({ time: lat, channels: { lat: lat.map(() => NaN), lon: lat } }, 120)).toEqual([]);
  });
});
