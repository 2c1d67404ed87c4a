import { expect, test } from 'vitest';
import { epochMs } from '../../domain/units.ts';
import { createBucket } from './limiter.ts';

function limiterAt() {
  const time = { now: 1000 };
  return { time, limiter: createBucket({ burst: 3, refillMs: 10_000 }, { now: () => epochMs(time.now) }) };
}

test('a burst is allowed, then one for each refill, and the wait is told', () => {
  const { time, limiter } = limiterAt();
  expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([0, 0, 0, 10]);
  time.now += 4000;
  expect(limiter.take('a')).toBe(6);
  time.now += 6000;
  expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 10]);
});

test('keys do not share, and what is given back can be taken again', () => {
  const { limiter } = limiterAt();
  for (let index = 0; index < 3; index += 1) limiter.take('a');
  expect(limiter.take('b')).toBe(0);
  limiter.giveBack('a');
  expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 10]);
});

test('a long pause fills up to the burst and no further', () => {
  const { time, limiter } = limiterAt();
  limiter.take('a');
  time.now += 10_000_000;
  expect([1, 2, 3, 4].map(() => limiter.take('a') === 0)).toEqual([true, true, true, false]);
});

test('what was let through elsewhere counts here, and is paid off before the next', () => {
  const { time, limiter } = limiterAt();
  limiter.add('a', 2);
  expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 10]);
  limiter.add('a', 1);
  expect(limiter.take('a')).toBe(20);
  limiter.add('a', -2);
  expect(limiter.isSpent('a')).toBe(false);
  limiter.add('a', 1_000_000);
  time.now += 40_000;
  expect(limiter.take('a'), 'nobody is shut out for longer than it takes to fill twice').toBe(0);
});

test('looking takes nothing', () => {
  const { limiter } = limiterAt();
  for (let look = 0; look < 10; look += 1) expect(limiter.isSpent('a')).toBe(false);
  expect([1, 2, 3].map(() => limiter.take('a'))).toEqual([0, 0, 0]);
  expect(limiter.isSpent('a')).toBe(true);
});

test('a clock that is set back by an hour shuts nobody out for an hour', () => {
  const { time, limiter } = limiterAt();
  time.now += 3_600_000;
  limiter.take('a');
  time.now -= 3_600_000;
  expect(limiter.take('a')).toBe(0);
});
