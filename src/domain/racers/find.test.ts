import { expect, test } from 'vitest';
import { epochMs } from '../units.ts';
import { findRacers } from './find.ts';
import type { Racer } from './library.ts';

const make = (name: string, ...groups: string[]): Racer => ({
  id: name,
  name,
  groups,
  createdBy: 'coach',
  createdAt: epochMs(1),
  awaitingCredits: false,
});
const racers = [make('Zoë Müller', 'U18'), make('Zoe Miles', 'U16', 'Mill'), make('علي', 'U18'), make('🚴')];
const names = (search: string, group: string | null = null) =>
  findRacers(racers, { search, group }).map(({ name }) => name);

test('a name is found by any part of it, whatever the case and the accents', () => {
  expect(names('zoe m')).toEqual(['Zoë Müller', 'Zoe Miles']);
  expect(names('MÜLL')).toEqual(['Zoë Müller']);
  expect(names('لي')).toEqual(['علي']);
  expect(names('🚴')).toEqual(['🚴']);
  expect(names('nobody')).toEqual([]);
});

test('a group and a search both have to fit, and blanks look for nothing', () => {
  expect(names('zoe', 'U18')).toEqual(['Zoë Müller']);
  expect(names('', 'Mill')).toEqual(['Zoe Miles']);
  expect(names('  ')).toHaveLength(4);
});
