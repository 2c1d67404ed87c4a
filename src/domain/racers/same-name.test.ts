import { expect, test } from 'vitest';
import { hasNamesake } from './same-name.ts';

test('WY20 a name is the same whatever its case, its spaces and its kind of letters', () => {
  const racers = [{ name: 'Ada Swift' }];
  expect(hasNamesake(racers, ' ada  SWIFT ')).toBe(true);
  expect(hasNamesake(racers, 'Ａda Swift')).toBe(true);
  expect(hasNamesake(racers, 'Ada Swifter')).toBe(false);
  expect(hasNamesake([], 'Ada Swift')).toBe(false);
});
