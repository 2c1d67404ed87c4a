import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDigits, parseNumber } from './cells.ts';

test('[DT34] a plain number is read to the last bit as the language itself reads it', () => {
  const digits = (least: number) => fc.stringMatching(/^\d{0,9}$/).filter(({ length }) => length >= least);
  fc.assert(
    fc.property(fc.boolean(), digits(0), fc.boolean(), digits(0), (isNegative, whole, hasPoint, rest) => {
      const text = `${isNegative ? '-' : ''}${whole}${hasPoint ? '.' : ''}${rest}`;
      const read = parseDigits(text);
      if (!Number.isNaN(read)) expect(Object.is(read, Number(text))).toBe(true);
      expect(parseNumber(text, false)).toEqual(text === '' ? NaN : Number(text));
    }),
    { numRuns: 2_000 },
  );
});

test.each(['', '-', '.', '-.', '1.2.3', '1e5', '+1', ' 1', '0x10', '1,5', '12345678901234567', 'NaN'])(
  '[DT34] %j is left to the careful way',
  (text) => {
    expect(parseDigits(text)).toBeNaN();
  },
);
