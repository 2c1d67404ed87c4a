import { expect, test } from 'vitest';
import { splitName } from './split-name.ts';

test.each([
  ['Ada Swift', 'Ada', 'Swift'],
  ['Mia Ann van der Berg', 'Mia Ann', 'van der Berg'],
  ['Swift, Ada Jane', 'Ada Jane', 'Swift'],
  ['Ada', '', 'Ada'],
  ['  Ada   Swift ', 'Ada', 'Swift'],
  ['de Groot', 'de', 'Groot'],
  ['Ada, Bo, Cy', 'Ada, Bo,', 'Cy'],
])('[EX4] %s is %s and %s', (name, first, last) => {
  expect(splitName(name)).toEqual({ first, last });
});
