import { expect, test } from 'vitest';
import { createRace, tap } from '../../../../tests/support/event-history.ts';
import { readLeaderboard } from '../../../domain/results/read-leaderboard.ts';
import { describeFinishes } from './finish-words.ts';

function finish(...seconds: readonly number[]) {
  const ids = seconds.map((_, index) => `r${index}`);
  const race = createRace(...ids);
  ids.forEach((id) => race.run(tap('start', id), { second: 100 }));
  ids.forEach((id, index) => race.run(tap('finish', id), { second: 100 + seconds[index]! }));
  return readLeaderboard(race.event).ranked;
}

test('a finish is told with its time and rank', () => {
  const [first, second] = finish(60, 70.5);
  expect(describeFinishes([first!], [first!, second!])).toBe('Racer r1 finished, 01:10.50, rank 2');
});

test('no news is silence, and neither is one who was taken back', () => {
  const board = finish(60, 70);
  expect(describeFinishes(board, board)).toBe('');
  expect(describeFinishes(board, board.slice(1))).toBe('');
});

test('three are named, more are counted', () => {
  expect(describeFinishes([], finish(60, 61, 62)).split('. ')).toHaveLength(3);
  expect(describeFinishes([], finish(60, 61, 62, 63))).toBe('4 racers finished');
});
