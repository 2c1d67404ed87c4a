import { expect, test } from 'vitest';
import { freeNumbers, readNumbers } from './next-numbers.ts';

const entry = (bib: string | null, removed = false) => ({ bib, removed });

test('[SL19] a number is given once, and not where somebody in the event has it', () => {
  const numbers = new Map([
    ['ada', '7'],
    ['bo', '8a'],
    ['cy', '8A'],
    ['dag', '9'],
  ]);
  const entries = [entry('7'), entry('9', true), entry(null)] as never;
  expect([...freeNumbers(numbers, ['ada', 'bo', 'cy', 'dag', 'eve'], entries)]).toEqual([
    ['bo', '8a'],
    ['dag', '9'],
  ]);
});

test.each([null, '', 'x', '{}', '[1]', '[["a"]]', '[["a",1]]', '[["a","1","2"]]'])('%s is no number', (text) => {
  expect(readNumbers(text).size).toBe(0);
});

test('what was kept is read again', () => {
  expect([...readNumbers('[["ada","7"],["bo",8]]')]).toEqual([['ada', '7']]);
});
