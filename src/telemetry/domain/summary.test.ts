import { describe, expect, test } from 'vitest';
import { makeRun, ring, seeded, straight, withChannels } from '../../../tests/telemetry/support/made-runs.ts';
import { readSample } from '../../../tests/telemetry/support/samples.ts';
import { derive } from './derive.ts';
import { readFit } from './fit/read-fit.ts';
import type { Samples } from './recording.ts';
import { summarise, summariseSeries } from './summary.ts';

function read(file: string, folder = '.') {
  const result = readFit(readSample(`${folder}/fit/${file}`));
  if (!result.ok) throw new Error(result.error.code);
  return summarise(result.value.samples, result.value.breaks);
}

describe('the figures of a run', () => {
  test('[DG7] agree with what the recorders themselves noted at the end', () => {
    // The session of each file, as its recorder summed it up.
    const edge = read('garmin-edge-500-activity.fit');
    expect(edge.distance).toBeCloseTo(92_622.34, 1);
    expect(edge.duration).toBeCloseTo(12_691, 0);
    expect(Math.abs(edge.moving! / 10_641 - 1)).toBeLessThan(0.01);
    expect(Math.abs(edge.ascent! / 541 - 1)).toBeLessThan(0.03);
    expect(Math.abs(edge.descent! / 541 - 1)).toBeLessThan(0.03);
    expect(Math.abs(edge.heartRate!.mean - 162)).toBeLessThan(1);
    expect(edge.heartRate!.max).toBe(189);
    expect(Math.round(edge.cadence!.mean)).toBe(88);
    expect(Math.abs(edge.speed!.mean / 8.704 - 1)).toBeLessThan(0.01);
    expect(edge.speed!.max).toBeCloseTo(26.11, 1);

    const road = read('road-with-power.fit');
    expect(Math.abs(road.ascent! / 198 - 1)).toBeLessThan(0.03);
    expect(road.power!.max).toBe(1336);
    expect(Math.abs(road.power!.mean / 134 - 1)).toBeLessThan(0.02);
    expect(Math.abs(road.normalisedPower! / 151 - 1)).toBeLessThan(0.03);

    const trainer = read('sample-activity-indoor-trainer.fit');
    expect(trainer.distance).toBeNull();
    expect(Math.round(trainer.heartRate!.mean)).toBe(148);
    expect(Math.round(trainer.power!.mean)).toBe(201);
    expect(Math.abs(trainer.normalisedPower! - 228)).toBeLessThan(1.5);
  });

  test('[DG12] the climb is that of the ground, not that of the sensor', () => {
    // The sessions' own total_ascent: a barometer on an arm, and heights in whole metres.
    expect(Math.abs(read('running-with-developer-data.fit', 'more').ascent! / 32 - 1)).toBeLessThan(0.2);
    expect(Math.abs(read('ascent-0134902991.fit', 'more').ascent! / 59 - 1)).toBeLessThan(0.2);
  });

  test('[DG7] moving time leaves out where one stood, and a pause of the recorder', () => {
    const standing = makeRun({ place: ring(5000), speed: (t) => (t > 100 && t < 160 ? 0 : 6), seconds: 300, rate: 1 });
    const { duration, moving, speed } = summarise(standing, [0]);
    expect(duration).toBe(300);
    expect(Math.abs(moving! - 240)).toBeLessThan(5);
    expect(speed!.mean).toBeCloseTo(6, 0);
    const pause = { ...standing, time: standing.time.map((at) => (at < 200 ? at : at + 1000)) };
    expect(Math.abs(summarise(pause, [0]).moving! - 240)).toBeLessThan(6);
    expect(summarise(pause, [0]).duration).toBe(1300);
  });

  test('[DG7] samples with and without a speed in turns are moving all the same', () => {
    const base = makeRun({ place: straight, speed: () => 4, seconds: 100, rate: 2 });
    const every = (values: Float64Array) => values.map((value, at) => (at % 2 === 0 ? value : NaN));
    const holes = withChannels(base, { lat: every(base.channels.lat!), lon: every(base.channels.lon!) });
    expect(summarise(holes, [0]).moving).toBeCloseTo(100, 0);
  });

  test('[DG7] distance without times is not divided by times that belong to other samples', () => {
    const base = makeRun({ place: straight, speed: () => 4, seconds: 200, rate: 1 });
    const half = { ...base, time: base.time.map((at) => (at < 100 ? NaN : at)) };
    const { distance, speed } = summarise(half, [0]);
    expect(distance).toBeCloseTo(800, 0);
    expect(speed!.mean).toBeCloseTo(4, 1);
  });

  test('[DG7] the mean speed is never above the maximum because the receiver jittered', () => {
    const base = makeRun({ place: straight, speed: () => 1, seconds: 60, rate: 18, noise: 0.3 });
    const { speed } = summarise(withChannels(base, { speed: base.time.map(() => 1) }), [0]);
    expect(speed!.mean).toBeCloseTo(1, 6);
    expect(speed!.max).toBeCloseTo(1, 6);
  });

  test('[DG7] a hill counts whole, and the wobble of the sensor not at all', () => {
    const random = seeded(9);
    const base = makeRun({ place: straight, speed: () => 5, seconds: 1000, rate: 1 });
    const hills = base.time.map((at) => 300 + 50 * Math.sin((2 * Math.PI * at) / 500) + (random() - 0.5));
    const { ascent, descent, lowest, highest } = summarise(withChannels(base, { elevation: hills }), [0]);
    expect(Math.abs(ascent! - 200)).toBeLessThan(4);
    expect(Math.abs(descent! - 200)).toBeLessThan(4);
    expect(Math.round(lowest!)).toBe(250);
    expect(Math.round(highest!)).toBe(350);
    const flat = withChannels(base, { elevation: base.time.map(() => 300 + (random() - 0.5)) });
    expect(summarise(flat, [0]).ascent).toBe(0);
  });

  test('[DG7] a mean counts each value for as long as it lasted', () => {
    // One sample a second at 100, then ten a second at 200: half a minute each.
    const time = Float64Array.from([...Array(30).keys(), ...Array.from({ length: 301 }, (_, at) => 30 + at / 10)]);
    const heartRate = time.map((at) => (at < 30 ? 100 : 200));
    const { heartRate: figures } = summarise({ time, channels: { heartRate } }, [0]);
    expect(figures!.mean).toBeCloseTo(150, -1);
    expect(figures!.max).toBe(200);
  });

  test('[DG7] a section has figures of its own', () => {
    const base = makeRun({ place: straight, speed: (t) => (t < 100 ? 5 : 10), seconds: 200, rate: 1 });
    const heartRate = base.time.map((at) => (at < 100 ? 120 : 180));
    const series = derive(withChannels(base, { heartRate }), [0]);
    const section = summariseSeries(series, { first: 120, last: 180 });
    expect(section.duration).toBe(60);
    expect(section.distance).toBeCloseTo(600, 0);
    expect(section.speed!.mean).toBeCloseTo(10, 1);
    expect(section.heartRate!.mean).toBeCloseTo(180, 6);
    expect(section.normalisedPower).toBeNull();
    // A section dragged beyond the end, or over a single sample.
    expect(summariseSeries(series, { first: 190, last: 9_999 }).duration).toBe(10);
    expect(summariseSeries(series, { first: 5, last: 5 }).distance).toBe(0);
  });

  test('[DG8] without times there are a distance and a climb, and no durations', () => {
    const base = makeRun({ place: straight, speed: () => 5, seconds: 100, rate: 1 });
    const untimed: Samples = {
      time: base.time.map(() => NaN),
      channels: { ...base.channels, elevation: base.time.map((at) => at) },
    };
    const figures = summarise(untimed, [0]);
    expect(figures.distance).toBeCloseTo(500, 0);
    expect(figures.ascent).toBeCloseTo(100, 0);
    expect([figures.duration, figures.moving, figures.speed]).toEqual([null, null, null]);
    const empty = summarise({ time: new Float64Array(0), channels: {} }, [0]);
    expect(Object.values(empty).every((value) => value === null)).toBe(true);
  });
});
