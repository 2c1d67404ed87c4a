import { expect, test } from 'vitest';
import type { ResultStatus } from '../model/ruling.ts';
import { findPersons, joinPersons } from './join-persons.ts';

const row = (racerId: string, ms: number | null, status: ResultStatus = 'OK') => ({
  racerId,
  startAt: ms === null ? null : 1000,
  publishedMs: ms,
  status,
});
const same = new Map([
  ['b', 'a'],
  ['c', 'b'],
]);

test('[NM5] a result counts for the person, and the others stay as they are', () => {
  expect(joinPersons([row('x', 5), row('c', 7)], same)).toEqual([row('x', 5), row('a', 7)]);
  const rows = [row('x', 5)];
  expect(joinPersons(rows, new Map())).toBe(rows);
});

test('[NM6] of two in one event the one with times counts, and a ruling counts before nothing', () => {
  expect(joinPersons([row('a', null, 'DNS'), row('b', 7)], same)).toEqual([row('a', 7)]);
  expect(joinPersons([row('a', null), row('b', null, 'DNS')], same)).toEqual([row('a', null, 'DNS')]);
  expect(joinPersons([row('b', null), row('c', null)], same)).toEqual([row('a', null)]);
  const find = findPersons([row('a', null, 'DNS'), row('b', 7)], same);
  expect(['a', 'b', 'x'].map(find)).toEqual([
    { standIn: 'b', person: 'a' },
    { standIn: 'b', person: 'a' },
    { standIn: 'x', person: 'x' },
  ]);
});

test('[NM6] where both have times they stay two: no result is hidden', () => {
  const rows = [row('a', 6), row('b', 7), row('c', null)];
  expect(joinPersons(rows, same)).toEqual([row('a', 6), row('b', 7)]);
  expect(findPersons(rows, same)('b')).toEqual({ standIn: 'b', person: 'b' });
});
