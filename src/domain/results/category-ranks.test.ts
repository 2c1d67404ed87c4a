import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { listCategories } from './category-ranks.ts';
import { readLeaderboard } from './read-leaderboard.ts';

const veterans = { name: 'V40', group: null, gender: null, class: null, ages: [40, 49] } as const;

function race() {
  const made = createRace('a', 'b', 'c', 'd');
  made.run({ type: 'format.set', format: { categories: [{ ...veterans, name: 'Empty', ages: [1, 2] }, veterans] } });
  const given = ['b', 'c', 'd'].map((racerId) => ({ racerId, details: { born: 1980 } }));
  made.run({ type: 'details.set', given });
  made.run({ type: 'details.set', given: [{ racerId: 'a', details: { category: 'Guests' } }] });
  for (const [racerId, seconds] of Object.entries({ a: 60, b: 61, c: 61, d: 63 })) {
    made.run(tap('start', racerId), { second: 100 });
    made.run(tap('finish', racerId), { second: 100 + seconds });
  }
  return made;
}

test('[CA8] a rank overall and one in the category; equal times share both', () => {
  const { event } = race();
  expect(listCategories(event)).toEqual(['V40', 'Guests']);
  const { ranked } = readLeaderboard(event);
  expect(ranked.map(({ entry, rank, categoryRank }) => [entry.racerId, rank, categoryRank])).toEqual([
    ['a', 1, 1],
    ['b', 2, 1],
    ['c', 2, 1],
    ['d', 4, 3],
  ]);
  const among = readLeaderboard(event, { category: 'V40' }).ranked;
  expect(among.map(({ entry, rank, gap }) => [entry.racerId, rank, gap])).toEqual([
    ['b', 1, 0],
    ['c', 1, 0],
    ['d', 3, 2000],
  ]);
});
