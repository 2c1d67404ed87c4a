import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { durationMs } from '../units.ts';
import { formatClock, formatDuration, formatGap } from './format.ts';

describe('a duration reads [h:]mm:ss.cc', () => {
  test.each([
    [0, '00:00.00'],
    [9, '00:00.00'],
    [10, '00:00.01'],
    [59_999, '00:59.99'],
    [60_000, '01:00.00'],
    [751_480, '12:31.48'],
    [3_599_999, '59:59.99'],
    [3_600_000, '1:00:00.00'],
    [36_061_239, '10:01:01.23'],
    [100 * 3_600_000, '100:00:00.00'],
  ])('%i ms is %s', (ms, text) => {
    expect(formatDuration(durationMs(ms))).toBe(text);
  });

  test('[T8] it is cut, never rounded up to a time that was not reached', () => {
    expect(formatDuration(durationMs(751_489))).toBe('12:31.48');
  });

  test('the text never says more than the duration, and less by under ten milliseconds', () => {
    fc.assert(
      fc.property(fc.nat(400 * 3_600_000), (ms) => {
        const read = /^(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d\d)$/.exec(formatDuration(durationMs(ms)));
        const [, hours = '0', minutes, seconds, hundredths] = read ?? [];
        const shown =
          Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(hundredths) * 10;
        expect(ms - shown).toBeGreaterThanOrEqual(0);
        expect(ms - shown).toBeLessThan(10);
      }),
    );
  });
});

test('[RES17] a result is shown no finer than it is published', () => {
  const shown = (unit: number) => [1_856_000, 9_000].map((ms) => formatDuration(durationMs(ms), unit));
  expect(shown(1000)).toEqual(['30:56', '00:09']);
  expect(shown(100)).toEqual(['30:56.0', '00:09.0']);
  expect(shown(10)).toEqual(['30:56.00', '00:09.00']);
  const gaps = (unit: number) => [1_000, 65_000, 3_605_000].map((ms) => formatGap(durationMs(ms), unit));
  expect(gaps(1000)).toEqual(['+0:01', '+1:05', '+1:00:05']);
  expect(gaps(100)).toEqual(['+1.0', '+1:05.0', '+1:00:05.0']);
});

test('a running clock leaves out the hundredths', () => {
  expect(formatClock(durationMs(718_999))).toBe('11:58');
  expect(formatClock(durationMs(3_718_999))).toBe('1:01:58');
});

test.each([
  [0, '+0.00'],
  [830, '+0.83'],
  [12_540, '+12.54'],
  [60_000, '+1:00.00'],
  [65_300, '+1:05.30'],
  [605_300, '+10:05.30'],
  [3_605_300, '+1:00:05.30'],
])('a gap of %i ms reads %s, without leading zeros', (ms, text) => {
  expect(formatGap(durationMs(ms))).toBe(text);
});
