import { expect, test } from 'vitest';
import { createRace, tap } from '../../../../tests/support/event-history.ts';
import { readLeaderboard } from '../../../domain/results/read-leaderboard.ts';
import { readBoard } from '../../../domain/board/board.ts';
import { readStanding } from './racer-standing.ts';

test('[SP4] the card of a racer says where they stand, in every state', () => {
  const race = createRace('a', 'b', 'c', 'd', 'e');
  race.run(tap('start', 'a'), { second: 0 });
  race.run(tap('finish', 'a'), { second: 60 });
  race.run(tap('start', 'b'), { second: 10 });
  race.run(tap('finish', 'b'), { second: 72.5 });
  race.run(tap('start', 'c'), { second: 100 });
  race.run({ type: 'status.set', racerId: 'e', attempt: 1, status: 'DNF', reason: '' });
  const board = readBoard(race.event);
  const extras = { places: new Map([['c', { rank: 2, isByPace: true }]]), chases: undefined };
  const say = (racerId: string) => {
    const standing = readStanding(board, readLeaderboard(race.event), racerId, extras, 'Europe/Zurich');
    return standing && [standing.words, standing.time, standing.runsSince !== null];
  };
  expect(say('a')).toEqual(['#1', '01:00.00', false]);
  expect(say('b')).toEqual(['#2 · +2.50', '01:02.50', false]);
  expect(say('c')).toEqual(['on course · likely #2', null, true]);
  expect(say('d')).toEqual(['not started yet', null, false]);
  expect(say('e')).toEqual(['Did not finish', 'DNF', false]);
  expect(say('somebody else')).toBeNull();
});
