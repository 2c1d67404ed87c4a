import { expect, test } from 'vitest';
import { createCollector, placeClocks, placeLaps } from './collect.ts';
import { checkPacked, pack } from './pack.ts';
import { MAX_SAMPLES } from '../../domain/limits.ts';

test('[DT8] more samples than are kept are thinned evenly, and that is said', () => {
  const collector = createCollector();
  const count = MAX_SAMPLES + 10;
  for (let at = 0; at < count; at += 1) {
    if (at === 300_001) collector.startSegment();
    collector.add(at / 10);
    collector.setPosition(47, 8);
  }
  const { samples, breaks, warnings } = collector.finish();
  expect(samples.time).toHaveLength(count / 2);
  expect(samples.channels.lat).toHaveLength(count / 2);
  expect(samples.time[1]).toBe(0.2);
  expect(breaks).toEqual([0, 150_001]);
  expect(warnings).toEqual([{ code: 'samples-thinned', count: 2 }]);
});

test('what was collected can be packed: times never go back and values are plausible', () => {
  const collector = createCollector();
  for (const time of [100, 5, 110, NaN, 120, 8, 130]) {
    collector.add(time);
    collector.setPosition(47, 8);
    collector.set('heartRate', 900);
    collector.set('speed', -3);
  }
  const { samples, warnings } = collector.finish();
  expect(checkPacked(pack(samples)).ok).toBe(true);
  expect(warnings).toEqual([
    { code: 'beyond-limits', count: 7, detail: 'heartRate' },
    { code: 'beyond-limits', count: 7, detail: 'speed' },
    { code: 'times-went-back', count: 2 },
    { code: 'points-without-time', count: 1 },
  ]);
});

test('milliseconds of our days come out as they were written', () => {
  const collector = createCollector();
  for (const time of [1_767_151_198.443, 1_767_151_202.441, 1_767_151_278.375]) collector.add(time);
  const { samples, start } = collector.finish();
  expect([...samples.time]).toEqual([0, 3.998, 79.932]);
  expect(placeLaps([{ name: 'A', from: 1_767_151_202.441, to: 1_767_151_278.375 }], start, samples.time)).toEqual([
    { name: 'A', from: 3.998, to: 79.932 },
  ]);
  expect(placeClocks('sample-time', [start], 1)[0]?.at).toBe(1_767_151_198_443);
});

test('laps and clocks that make no sense are left out', () => {
  const laps = [
    { name: 'backwards', from: 10, to: 5 },
    { name: 'unknown', from: NaN, to: 5 },
    { name: 'right', from: 1, to: 5 },
  ];
  expect(placeLaps(laps, 0, Float64Array.of(0, 9)).map(({ name }) => name)).toEqual(['right']);
  expect(placeLaps(laps, NaN, Float64Array.of(0, 9))).toEqual([]);
  expect(placeClocks('sample-time', [NaN, -5, 1e12], 1)).toEqual([]);
});

test('[DT89] a value that no rider has is left out and named by its channel', () => {
  const collector = createCollector();
  for (const [time, beats, height] of [
    [0, 150, 500],
    [1, 255, 99_999],
    [2, 152, 501],
  ] as const) {
    collector.add(time);
    collector.set('heartRate', beats);
    collector.set('elevation', height);
  }
  const { samples, warnings } = collector.finish();
  expect([...samples.channels.heartRate!]).toEqual([150, NaN, 152]);
  expect([...samples.channels.elevation!]).toEqual([500, NaN, 501]);
  expect(warnings.filter(({ code }) => code === 'beyond-limits')).toEqual([
    { code: 'beyond-limits', count: 1, detail: 'heartRate' },
    { code: 'beyond-limits', count: 1, detail: 'elevation' },
  ]);
});

test.each([
  ['before its first height', [0, 0, 0, 412, 413], 3],
  ['on the way', [412, 413, 0, 0, 415], 2],
  ['at the end', [412, 413, 0], 1],
  ['beside the sea', [0, 1, 0, 4, 12, 31], 0],
  ['never', [0, 0, 0, 0], 0],
])('[DT97] heights of 0 that a receiver writes without a height, %s, are none', (_, heights, dropped) => {
  const samples = createCollector();
  for (const [at, height] of heights.entries()) {
    samples.add(at);
    samples.setPosition(46 + at * 1e-4, 7);
    samples.set('elevation', height);
  }
  const { samples: read, warnings } = samples.finish();
  expect(read.channels.elevation!.filter((height) => Number.isNaN(height))).toHaveLength(dropped);
  expect(warnings).toEqual(dropped === 0 ? [] : [{ code: 'heights-missing', count: dropped }]);
});
