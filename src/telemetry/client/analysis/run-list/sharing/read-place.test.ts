import { expect, test } from 'vitest';
import { readPlace } from './read-place.ts';

test.each([
  ['47.3769, 8.5417', [47.3769, 8.5417]],
  [' -33.86 151.21 ', [-33.86, 151.21]],
  ['33.86° S, 151.21° E', [-33.86, 151.21]],
  ['N 47.5 W 8.25', [47.5, -8.25]],
  ['47,3769 8,5417', [47.3769, 8.5417]],
  ['47;8', [47, 8]],
])('%s is a place', (typed, expected) => {
  expect(readPlace(typed)).toEqual(expected);
});

test.each(['', 'Zurich', '47.3769', '91, 8', '47, 181', '1,2,3,4'])('%j is none', (typed) => {
  expect(readPlace(typed)).toBeNull();
});
