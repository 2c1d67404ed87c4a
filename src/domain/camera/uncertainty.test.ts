import { expect, test } from 'vitest';
import { cameraUncertainty } from './uncertainty.ts';

const camera = {
  interval: 1000 / 30,
  exposure: 4,
  unsteady: 1,
  isCalibrated: true,
  isBadWeather: false,
  isNoisy: false,
  how: 'candidate',
} as const;

test('[EYE7] a calibrated camera is surer than one that is not, and bad weather less sure than either', () => {
  expect(cameraUncertainty(camera)).toBe(21);
  expect(cameraUncertainty({ ...camera, isCalibrated: false })).toBe(56);
  expect(cameraUncertainty({ ...camera, isBadWeather: true })).toBeGreaterThanOrEqual(116);
});

test('[EYE7] a cursor sees through rain, and the switch for it takes nothing from its time', () => {
  const cursor = { ...camera, how: 'cursor' } as const;
  expect(cameraUncertainty({ ...cursor, isBadWeather: true })).toBe(cameraUncertainty(cursor));
});

test('[EYE7] a cursor is as unsure as the time between two frames', () => {
  const at = (interval: number) => cameraUncertainty({ ...camera, interval, how: 'cursor' });
  expect(at(1000 / 12)).toBeGreaterThan(at(1000 / 30));
  expect(at(1000 / 30)).toBeGreaterThan(at(1000 / 60));
});

test('[EYE7] in the grain of dusk bodies are timed in place of wheels, by marks and by cursors', () => {
  for (const [how, least] of [
    ['candidate', 92],
    ['cursor', 132],
  ] as const) {
    expect(cameraUncertainty({ ...camera, how, isNoisy: true })).toBeGreaterThanOrEqual(least);
  }
});
