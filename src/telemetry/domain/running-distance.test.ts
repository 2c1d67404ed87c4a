import { expect, test } from 'vitest';
import { derive } from './derive.ts';
import { runOn } from './running-distance.ts';
import { summariseSeries } from './summary.ts';

const column = (values: readonly number[]) => Float64Array.from(values);
const counted = (values: readonly number[], breaks: readonly number[] = [0]) => runOn(column(values), breaks).at(-1);

test('[DG14] a distance begins at its own zero and goes on where it starts again', () => {
  expect(counted([500, 600, 700])).toBe(200);
  expect(counted([0, 400, 800, 0, 400, 800])).toBe(1_600);
  expect(counted([0, 400, 800, 3, 400, 800])).toBe(1_600);
  expect(counted([0, 400, 1_000, 300, 400, 500], [0, 3])).toBe(1_200);
});

test('[DG14] a value that stands out alone counts as nothing, up or down', () => {
  expect(counted([0, 100, 0, 200, 300, 400])).toBe(400);
  expect(counted([0, 100, 99_999, 200, 300, 400])).toBe(400);
  expect(counted([99_999, 0, 100, 200, 300])).toBe(300);
});

test('[DG14] a distance that is corrected back by some metres does not count twice', () => {
  expect(counted([0, 100, 200, 195, 198, 199, 199.5, 199.6, 199.7, 205])).toBe(205);
});

test('[DG11] a recorded distance of a third of the way along the positions is another column', () => {
  const time = Float64Array.from({ length: 601 }, (_, at) => at);
  const places = { lat: time.map((at) => 47 + (at * 5) / 111_195), lon: time.map(() => 8) };
  const short = derive({ time, channels: { ...places, distance: time.map((at) => at * 1.5) } }, [0]);
  expect([short.distanceFrom, Math.round(short.distance!.at(-1)!)]).toEqual(['positions', 3_000]);
  const wheel = derive({ time, channels: { ...places, distance: time.map((at) => at * 4.5) } }, [0]);
  expect([wheel.distanceFrom, wheel.distance!.at(-1)]).toEqual(['recorded', 2_700]);
});

test('[DG4] [DG16] a recorded speed that contradicts the positions is not shown, and no mean exceeds its maximum', () => {
  const time = Float64Array.from({ length: 601 }, (_, at) => at);
  const places = { lat: time.map((at) => 47 + (at * 5) / 111_195), lon: time.map(() => 8) };
  const stuck = derive({ time, channels: { ...places, speed: time.map(() => 0.4) } }, [0]);
  expect(stuck.speedFrom).toBe('positions');
  const { speed } = summariseSeries(stuck);
  expect(speed!.mean).toBeCloseTo(5, 1);
  expect(speed!.mean).toBeLessThanOrEqual(speed!.max);
  const paused = derive(
    { time: Float64Array.of(0, 5, 10, 600), channels: { distance: Float64Array.of(0, 1, 2, 9_000) } },
    [0],
  );
  const whole = summariseSeries(paused).speed!;
  expect(whole.mean).toBeLessThanOrEqual(whole.max);
});
