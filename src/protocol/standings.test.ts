import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRace, tap } from '../../tests/support/event-history.ts';
import { countingRules } from '../domain/model/race-format.ts';
import { readTeams } from '../domain/results/read-teams.ts';
import type { EventState } from '../domain/model/state.ts';
import { howRanked } from '../domain/results/rank-rows.ts';
import { rowsOf } from '../domain/results/rows.ts';
import { readLeaderboard } from '../domain/results/read-leaderboard.ts';
import { toPublicResults } from './results.ts';

const ranked = (event: EventState) => ({ ...event, ranking: howRanked(event) });

/** Written anew from the rule's words: it shares no code with the program. */
function oracle(times: readonly (number | null)[], counts: string): number | null {
  const known = times.filter((time) => time !== null);
  if (counts === 'best') return known.length === 0 ? null : Math.min(...known);
  if (counts === 'last') return known.at(-1) ?? null;
  if (known.length < times.length) return null;
  let sum = 0;
  for (const time of known) sum += time;
  return counts === 'sum' ? sum : Math.floor(sum / times.length / 10) * 10;
}

test('[CA5] totals and their ranks equal those of an oracle, on the board and in what leaves the server', () => {
  const time = fc.option(fc.integer({ min: 50, max: 54 }).map((seconds) => seconds * 1000));
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((count) => fc.array(fc.array(time, { minLength: count, maxLength: count }), { minLength: 1, maxLength: 5 }));
  fc.assert(
    fc.property(table, fc.constantFrom(...countingRules), (rows, counts) => {
      const race = createRace(...rows.map((_, index) => `r${index}`));
      const count = rows[0]!.length;
      race.run({ type: 'format.set', format: { attempts: { count, counts, current: count } } });
      for (const [index, times] of rows.entries()) {
        for (const [at, ms] of times.entries()) {
          const begin = 1000 * (at + 1);
          const on = { ...tap('start', `r${index}`), run: at + 1 };
          race.run(on, { second: begin });
          if (ms !== null) race.run({ ...on, line: 'finish' }, { second: begin + ms / 1000 });
        }
      }
      const totals = rows.map((times) => oracle(times, counts));
      const rankOf = (ms: number) => 1 + totals.filter((other) => other !== null && other < ms).length;
      const wanted = totals.flatMap((ms, index) => (ms === null ? [] : [[`r${index}`, ms, rankOf(ms)]])).toSorted();
      const standings = readLeaderboard(race.event);
      expect(standings.ranked.map(({ entry, duration, rank }) => [entry.racerId, duration, rank]).toSorted()).toEqual(
        wanted,
      );
      const sent = toPublicResults(ranked(race.event), rowsOf(race.event, 'all').rows, 'viewer').standings;
      expect(
        sent
          .filter(({ rank }) => rank !== null)
          .map(({ racerId, publishedMs, rank }) => [racerId, publishedMs, rank])
          .toSorted(),
      ).toEqual(wanted);
      expect(sent).toHaveLength(rows.length);
    }),
    { numRuns: 60 },
  );
});

test('[CA8] what leaves the server has the rank in the category, for viewers only where the owner shows it', () => {
  const made = createRace('a', 'b', 'c', 'd');
  const veterans = { name: 'V40', group: null, gender: null, class: null, ages: [40, 49] } as const;
  made.run({ type: 'format.set', format: { categories: [veterans] } });
  const given = ['b', 'c', 'd'].map((racerId) => ({ racerId, details: { born: 1980 } }));
  made.run({ type: 'details.set', given: [...given, { racerId: 'a', details: { category: 'Guests' } }] });
  for (const [racerId, seconds] of Object.entries({ a: 60, b: 61, c: 61, d: 63 })) {
    made.run(tap('start', racerId), { second: 100 });
    made.run(tap('finish', racerId), { second: 100 + seconds });
  }
  const ranksFor = (sight: 'admin' | 'viewer') =>
    toPublicResults(ranked(made.event), rowsOf(made.event, 'all').rows, sight).results.map(
      ({ categoryRank }) => categoryRank,
    );
  expect(ranksFor('admin')).toEqual([1, 1, 1, 3]);
  expect(ranksFor('viewer')).toEqual([null, null, null, null]);
  made.run({ type: 'format.set', format: { shows: ['category'] } });
  expect(ranksFor('viewer')).toEqual([1, 1, 1, 3]);
});

test('[TE8] teams leave the server as the board ranks them, and for viewers only where the owner shows them', () => {
  const race = createRace('a', 'b', 'c', 'd');
  const genders = { a: 'M', b: 'M', c: 'F', d: 'F' } as const;
  const given = Object.entries(genders).map(([racerId, gender]) => ({
    racerId,
    details: { gender, club: racerId === 'd' ? 'Rovers' : 'Wheelers' },
  }));
  race.run({ type: 'details.set', given });
  for (const [index, racerId] of ['a', 'b', 'c'].entries()) {
    race.run(tap('start', racerId), { second: 100 });
    race.run(tap('finish', racerId), { second: 160 + index });
  }
  const quota = { gender: 'F', class: null, least: 1 } as const;
  const teams = { of: 'club', score: 'sum', n: 2, displaces: true, quota, startsTogether: false } as const;
  race.run({ type: 'format.set', format: { teams } });
  const sent = (sight: 'admin' | 'viewer') =>
    toPublicResults(ranked(race.event), rowsOf(race.event, 'all').rows, sight, race.event.format.teams).teams;
  const wheelers = { name: 'Wheelers', rank: 1, publishedMs: 122_000, points: null, missing: 0, missingOfQuota: 0 };
  const none = { name: 'Rovers', rank: null, publishedMs: null, missing: 2, missingOfQuota: 1 };
  const member = (racerId: string, counts: boolean) => ({ racerId, counts, place: null });
  expect(sent('admin')).toEqual([
    { ...wheelers, members: [member('a', true), member('b', false), member('c', true)] },
    { ...wheelers, ...none, members: [member('d', false)] },
  ]);
  expect(readTeams(race.event)!.map(({ rank, score }) => [rank, score])).toEqual([
    [1, 122_000],
    [null, null],
  ]);
  expect(sent('viewer')).toEqual([]);
  race.run({ type: 'format.set', format: { shows: ['club'] } });
  expect(sent('viewer'), 'the quota holds, though viewers see no gender').toEqual(sent('admin'));
});
