import { expect, test } from 'vitest';
import { plainRace } from '../../../../domain/model/race-settings.ts';
import { offsetWords, policyWords } from './gate-words.ts';

test.each([
  [0, '±0.0 s'],
  [-4, '±0.0 s'],
  [412, '+0.4 s'],
  [-999, '−1.0 s'],
  [1_000, '1 s late'],
  [12_400, '12 s late'],
  [-8_000, '8 s early'],
  [65_000, '1:05 late'],
])('%i ms from the list: %s', (off, words) => {
  expect(offsetWords(off)).toBe(words);
});

test('a start that is not at its second says what the rule of the event makes of it', () => {
  expect(policyWords(plainRace, 9_000)).toBe('the tap counts');
  expect(policyWords({ ...plainRace, startPolicy: 'schedule' }, 9_000)).toBe('the listed time counts');
  expect(policyWords({ ...plainRace, startPolicy: 'window' }, -9_000)).toBe('outside the window, flagged');
  expect(policyWords({ ...plainRace, startPolicy: 'window' }, 5_000)).toBe('inside the window');
});
