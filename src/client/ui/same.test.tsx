import { expect, test } from 'vitest';
import { isSame } from './same.ts';

const press = () => undefined;
const chip = (label: string, onPress = press) => (
  <button type="button" onClick={onPress}>
    {label} <b>!</b>
  </button>
);

test('Values are the same when they hold the same, functions only when they are one', () => {
  expect(isSame({ a: [1, { b: null }], c: NaN }, { c: NaN, a: [1, { b: null }] })).toBe(true);
  expect(isSame({ a: undefined }, { b: undefined })).toBe(false);
  expect(isSame([1, 2], [1])).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame(null, {})).toBe(false);
  expect(isSame(new Map([['a', { n: 1 }]]), new Map([['a', { n: 1 }]]))).toBe(true);
  expect(isSame(new Map([['a', undefined]]), new Map([['b', undefined]]))).toBe(false);
  expect(isSame(new Set(['a', 'b']), new Set(['b', 'a']))).toBe(true);
  expect(isSame(new Set(['a']), new Set(['b']))).toBe(false);
  expect(isSame(press, () => undefined)).toBe(false);
  expect(isSame(new URL('https://a.example'), new URL('https://b.example'))).toBe(false);
});

test('Elements are the same when they show and do the same', () => {
  expect(isSame(chip('Start refused'), chip('Start refused'))).toBe(true);
  expect(isSame(chip('Start refused'), chip('Finish refused'))).toBe(false);
  expect(
    isSame(
      chip('a'),
      chip('a', () => undefined),
    ),
  ).toBe(false);
  expect(isSame(<b key="a" />, <b key="b" />)).toBe(false);
  expect(isSame(<b />, <i />)).toBe(false);
});
