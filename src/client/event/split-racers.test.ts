import { expect, test } from 'vitest';
import {
  MAX_COMMANDS_BODY_BYTES,
  MAX_ENTRIES_PER_COMMAND,
  MAX_GROUP_LENGTH,
  MAX_GROUPS,
  MAX_NAME_LENGTH,
} from '../../protocol/limits.ts';
import { splitRacers } from './split-racers.ts';

const racers = (count: number, name = 'Ada', groups: readonly string[] = []) =>
  Array.from({ length: count }, (_, index) => ({ racerId: `racer-${index}`, name, groups, bib: null }));

test('everybody is in one command, in order, and no command has too many', () => {
  const many = racers(1001);
  const parts = splitRacers(many);
  expect(parts.flat()).toEqual(many);
  expect(parts.map(({ length }) => length)).toEqual([200, 200, 200, 200, 200, 1]);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(MAX_ENTRIES_PER_COMMAND);
});

test('nobody makes no command', () => {
  expect(splitRacers([])).toEqual([]);
});

test('the longest names in the widest script still fit into a request', () => {
  const groups = Array.from({ length: MAX_GROUPS }, () => '張'.repeat(MAX_GROUP_LENGTH));
  const many = racers(400, '張'.repeat(MAX_NAME_LENGTH), groups);
  const parts = splitRacers(many);
  expect(parts.flat()).toEqual(many);
  for (const part of parts) {
    expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThan(MAX_COMMANDS_BODY_BYTES / 3);
  }
});
