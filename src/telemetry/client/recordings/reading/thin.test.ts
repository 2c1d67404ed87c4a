import { expect, test } from 'vitest';
import { pack } from '../../../domain/pack.ts';
import type { Recording } from '../../../domain/recording.ts';
import { thin } from './thin.ts';

const time = Float64Array.from({ length: 10_000 }, (_, at) => at / 10);
const RECORDING: Recording = {
  kind: 'csv',
  device: null,
  samples: { time, channels: { speed: time.map((at) => at * 2) } },
  breaks: [0, 5_001],
  laps: [],
  clocks: [],
  warnings: [],
};

test('a recording that can be stored is left as it is', () => {
  expect(thin(RECORDING)).toBe(RECORDING);
});

test('one that is too large keeps every so-manieth sample, fits, and says so', () => {
  const most = 40_000;
  const { samples, breaks, warnings } = thin(RECORDING, most);
  expect(pack(samples).length).toBeLessThanOrEqual(most);
  expect([...samples.time.subarray(0, 3)]).toEqual([0, 0.3, 0.6]);
  expect(samples.channels.speed![2]).toBeCloseTo(1.2);
  expect(breaks).toEqual([0, 1_667]);
  expect(warnings).toEqual([{ code: 'samples-thinned', count: 3 }]);
});
