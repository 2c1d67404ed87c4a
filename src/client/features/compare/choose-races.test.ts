import { expect, test } from 'vitest';
import type { RaceInfo } from '../../../protocol/compare.ts';
import { chooseRaces } from './choose-races.ts';

const race = (id: string, at: number, courseKey: string | null): RaceInfo => ({
  id,
  name: id,
  at,
  timeZone: 'UTC',
  course: null,
  courseKey,
  conditions: '',
  finished: 1,
});
const races = [race('w4', 4, 'hill'), race('flat', 3, 'flat'), race('w2', 2, 'hill'), race('none', 1, null)];

test('[CO6] the newest event is compared with the one before it on its course, unless others are chosen', () => {
  const idsOf = (eventId: string | null, otherId: string | null) => {
    const { event, other } = chooseRaces(races, eventId, otherId);
    return [event?.id, other?.id];
  };
  expect(idsOf(null, null)).toEqual(['w4', 'w2']);
  expect(idsOf('w2', null)).toEqual(['w2', 'w4']);
  expect(idsOf('none', null)).toEqual(['none', undefined]);
  expect(idsOf('w4', 'none')).toEqual(['w4', 'none']);
  expect(idsOf('gone', null)).toEqual([undefined, undefined]);
  expect(chooseRaces([], null, null)).toMatchObject({ event: null, other: null });
});

test('[CO6] events on the same course are offered first; events without a course share none', () => {
  const { same, others } = chooseRaces(races, 'w4', null);
  expect([same, others].map((list) => list.map(({ id }) => id))).toEqual([['w2'], ['flat', 'none']]);
  expect(chooseRaces(races, 'none', null).same).toEqual([]);
});
