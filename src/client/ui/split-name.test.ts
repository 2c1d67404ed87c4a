import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test('the end of a name that is cut stays in sight', () => {
  expect(splitName('GX010042-front-camera.MP4')).toEqual(['GX010042-front-ca', 'mera.MP4']);
  expect(splitName('a.gpx')).toEqual(['', 'a.gpx']);
});

test('of two names that begin alike, the part that differs stays in sight', () => {
  const [nine, thirteen] = ['racechrono-tianma-lap9_v3', 'racechrono-tianma-lap13_v3'];
  expect(splitName(nine, [thirteen])[1]).toContain('9_v3');
  expect(splitName(thirteen, [nine])[1]).toContain('13_v3');
  const [front, rear] = ['2024-06-01 club front camera.mp4', '2024-06-01 club rear camera.mp4'];
  expect(splitName(front, [rear])[1]).toBe('front camera.mp4');
  expect(splitName(rear, [front])[1]).toBe('rear camera.mp4');
});
