import { expect, test } from 'vitest';
import { judgeCameras } from './cameras.ts';
import { judgeTwist } from './gyroscope.ts';
import { judgeReading } from './reading.ts';
import { judgeStamps, unsteadyOf } from './stamps.ts';
import { turnsOf } from '../../../camera/motion.ts';

/** Frames at a rate, each off its beat by what the next of these says. */
const series = (rate: number, off: readonly number[], frames = 300): number[] =>
  Array.from({ length: frames }, (_, number) => (number * 1000) / rate + off[number % off.length]!);

const STEADY = [0, 0.5, -0.5];
const LATE = [0, 12, -12, 3, 9, -6, 0];

test('[EYE40] A camera is as good as its picture and its rate, however the phone is held', () => {
  const given = { names: ['Back', 'Front'], name: 'Back', facing: 'environment', width: 720, height: 1280, rate: 60 };
  expect(judgeCameras(given).verdict).toBe('passed');
  expect(judgeCameras({ ...given, width: 1280, height: 720, rate: 30 }).verdict).toBe('passed');
  expect(judgeCameras({ ...given, width: 640, height: 480, rate: 30 }).verdict).toBe('weak');
  expect(judgeCameras({ ...given, rate: 15 }).verdict).toBe('weak');
  expect(judgeCameras(given).figures).toMatchObject({ cameras: 2, names: 'Back | Front', rate: 60 });
});

test('[EYE43] The steadier stamp is named, and the one in use is judged', () => {
  const found = judgeStamps({
    stamps: { arrival: series(30, LATE), timestamp: series(30, STEADY) },
    lost: 1,
    way: 'timestamp',
  });
  expect(found).toMatchObject({ verdict: 'passed', figures: { steadiest: 'timestamp', rate: 30, lost: 1 } });
  expect(judgeStamps({ stamps: { arrival: series(30, LATE) }, lost: 0, way: 'arrival' }).verdict).toBe('weak');
});

test('[EYE43] Lost frames, a dark camera and no frames are said', () => {
  const steady = { timestamp: series(30, STEADY) };
  expect(judgeStamps({ stamps: steady, lost: 30, way: 'timestamp' }).verdict).toBe('weak');
  expect(judgeStamps({ stamps: { timestamp: series(15, STEADY) }, lost: 0, way: 'timestamp' })).toMatchObject({
    verdict: 'weak',
    means: expect.stringMatching(/light/),
  });
  expect(judgeStamps({ stamps: { timestamp: series(10, STEADY) }, lost: 0, way: 'timestamp' })).toMatchObject({
    means: expect.stringMatching(/by hand/),
  });
  expect(judgeStamps({ stamps: { arrival: [], timestamp: [1, 2] }, lost: 0, way: 'arrival' }).verdict).toBe('absent');
});

test('[EYE43] Steadiness is the distance from the beat: a rate that is not round is none', () => {
  expect(unsteadyOf(series(29.97, [0])).p95).toBeLessThan(0.1);
  expect(unsteadyOf(series(30, LATE)).p95).toBeGreaterThan(5);
});

test('[EYE40] Reading a frame passes while three quarters of the time are left', () => {
  const found = { p50: 1, p95: 4, interval: 33, door: 'window', isCopied: true };
  expect(judgeReading(found).verdict).toBe('passed');
  expect(judgeReading({ ...found, p95: 12 }).verdict).toBe('weak');
  expect(judgeReading({ ...found, p50: 40, p95: 60 })).toMatchObject({ means: expect.stringMatching(/lost/) });
  expect(judgeReading(undefined).verdict).toBe('absent');
});

test('[EYE44] A twist says how late the camera is, or says again, or that nothing turned', () => {
  expect(judgeTwist({ lag: 62.04, correlation: 0.99 }, 120, 240)).toMatchObject({
    verdict: 'passed',
    figures: { lagMs: 62, correlation: 0.99 },
  });
  expect(judgeTwist({ lag: 62, correlation: 0.94 }, 120, 240).verdict).toBe('weak');
  expect(judgeTwist(undefined, 20, 240).verdict).toBe('weak');
  expect(judgeTwist(undefined, 120, 0).verdict).toBe('absent');
});

test('[EYE44] The axis that was twisted is found, whatever a browser calls it', () => {
  const motions = [
    { at: 0, rates: [1, -80, 2] },
    { at: 16, rates: [-1, 60, 3] },
  ] as const;
  expect(turnsOf(motions)).toEqual([
    { at: 0, rate: -80 },
    { at: 16, rate: 60 },
  ]);
});
