import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationMs } from '../units.ts';
import { type Direction, directions, HUNDREDTHS, publish } from './precision.ts';

const at = (ms: number, unit: number, direction: Direction) =>
  publish(durationMs(ms), { unit: durationMs(unit), direction });

test('[RES5] a time is truncated, rounded up, or rounded to the nearer unit, as the event says', () => {
  // 2:09:44.3 on the road is 2:09:45 by the rules of athletics; alpine skiing cuts thousandths off.
  expect(at(7_784_300, 1000, 'up')).toBe(7_785_000);
  expect(at(65_499, 10, 'down')).toBe(65_490);
  expect([44, 45, 50].map((ms) => at(ms, 10, 'halfUp'))).toEqual([40, 50, 50]);
  expect([45, 55, 65, 65.1].map((ms) => at(ms, 10, 'halfEven'))).toEqual([40, 60, 60, 70]);
  for (const direction of directions) expect(at(60_000, 1000, direction)).toBe(60_000);
});

test('[RES5] publishing moves a time by less than one unit, to a whole one, and turns no order around', () => {
  const time = fc.integer({ min: 0, max: 1e8 });
  const unit = fc.constantFrom(1, 10, 100, 1000);
  fc.assert(
    fc.property(time, time, unit, fc.constantFrom(...directions), (one, other, size, direction) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)].map((ms) => at(ms, size, direction));
      expect(low!).toBeLessThanOrEqual(high!);
      expect(low! % size).toBe(0);
      expect(Math.abs(low! - Math.min(one, other))).toBeLessThan(size);
    }),
  );
});

test('[RES5] an event is published in hundredths, truncated, until its owner says otherwise', () => {
  expect(HUNDREDTHS).toEqual({ unit: 10, direction: 'down' });
});
