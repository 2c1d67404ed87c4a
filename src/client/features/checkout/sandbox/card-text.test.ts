import { describe, expect, test } from 'vitest';
import { caretAfter, formatCvc, formatExpiry, formatNumber, hasExpired, readExpiry } from './card-text.ts';

describe('a card as it is typed', () => {
  test.each([
    ['', ''],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['42424242424242424242424', '4242 4242 4242 4242 424'],
  ])('the number %s stands as %s', (typed, shown) => expect(formatNumber(typed)).toBe(shown));

  test.each([
    ['1', '1'],
    ['12', '12'],
    ['123', '12/3'],
    ['12/', '12'],
    ['12/30', '12/30'],
    ['7', '07'],
    ['730', '07/30'],
    ['12 / 2030', '12/2030'],
    ['12/301', '12/30'],
  ])('the date %s stands as %s', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

  test('the code takes four digits at most', () => expect(formatCvc('12a345')).toBe('1234'));

  test('the caret stays behind the digit that was typed', () => {
    expect(caretAfter('4242 4242', 4)).toBe(4);
    expect(caretAfter('4242 4242', 5)).toBe(6);
    expect(caretAfter('4242', 9)).toBe(4);
  });
});

describe('the date of a card', () => {
  test('with two or four digits for the year is the same', () => {
    expect(readExpiry('12/30')).toEqual({ month: 12, year: 2030 });
    expect(readExpiry('12/2030')).toEqual({ month: 12, year: 2030 });
  });

  test.each(['', '12', '13/30', '00/30', '1/30', '12/3'])('%s is none', (text) => expect(readExpiry(text)).toBeNull());

  test('is good until the end of its month', () => {
    const lastDay = new Date(2030, 4, 31);
    expect(hasExpired({ month: 5, year: 2030 }, lastDay)).toBe(false);
    expect(hasExpired({ month: 4, year: 2030 }, lastDay)).toBe(true);
    expect(hasExpired({ month: 12, year: 2029 }, lastDay)).toBe(true);
  });
});
