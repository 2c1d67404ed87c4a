import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { listCategories, rankAmong, rankInCategories } from './category-ranks.ts';
import { rankResults } from './ranking.ts';
import { readResults } from './read-results.ts';

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
  const ranked = rankResults(readResults(event));
  const keyOf = ({ entry }: (typeof ranked)[number]) => entry.racerId;
  expect(listCategories(event)).toEqual(['V40', 'Guests']);
  const ranks = rankInCategories(event, ranked, keyOf);
  expect(ranked.map((row) => [keyOf(row), row.rank, ranks.get(keyOf(row))?.rank])).toEqual([
    ['a', 1, 1],
    ['b', 2, 1],
    ['c', 2, 1],
    ['d', 4, 3],
  ]);
  const among = rankAmong(ranked, (row) => ranks.get(keyOf(row))?.category === 'V40');
  expect(among.map((row) => [keyOf(row), row.rank, row.gap])).toEqual([
    ['b', 1, 0],
    ['c', 1, 0],
    ['d', 3, 2000],
  ]);
});
