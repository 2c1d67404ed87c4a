import { expect, test } from 'vitest';
import { createRace, tap } from '../../tests/support/event-history.ts';
import { readLeaderboard } from '../domain/results/read-leaderboard.ts';
import type { EventState } from '../domain/model/state.ts';
import { howRanked } from '../domain/results/rank-rows.ts';
import { rowsOf } from '../domain/results/rows.ts';
import { durationMs } from '../domain/units.ts';
import { publicResults, toPublicResults } from './results.ts';

const ranked = (event: EventState) => ({ ...event, ranking: howRanked(event) });

function race() {
  const made = createRace();
  const names = { a: 'Ada Swift', b: 'Bea Quick', c: 'Cem Slow', d: 'Dee Out', e: 'Eli Gone' };
  const racers = Object.entries(names).map(([racerId, name]) => ({
    racerId,
    name,
    groups: racerId === 'a' ? ['Juniors'] : [],
    bib: racerId === 'a' ? '7' : null,
  }));
  made.run({ type: 'entries.add', racers });
  for (const [racerId, seconds] of Object.entries({ a: 60.004, b: 60.009, c: 61, d: 50 })) {
    made.run(tap('start', racerId), { second: 100 });
    made.run(tap('finish', racerId), { second: 100 + seconds });
  }
  const of = (racerId: string) => ({ racerId, attempt: 1 });
  made.run({ type: 'status.set', ...of('d'), status: 'DSQ', reason: 'Cem saw the short cut' });
  made.run({ type: 'adjustment.add', ...of('c'), ms: durationMs(5000), reason: 'helped by Ada' });
  return made;
}
const publish = (made: ReturnType<typeof race>, sight: 'admin' | 'viewer') =>
  toPublicResults(ranked(made.event), rowsOf(made.event, 'all').rows, sight);

test('[RES12] what leaves the server is exactly this', () => {
  const made = race();
  made.run({ type: 'entry.remove', racerId: 'e' });
  made.run({ type: 'event.configure', initialsOnly: true });
  const at = 1_700_000_100_000;
  const undescribed = { category: null, categoryRank: null, club: null, team: null, class: null, handicapMs: null };
  const unadjusted = { adjustedMs: null, gradePercent: null, adjustedRank: null };
  const unruled = { splits: [], penaltyMs: 0, corrected: false, toCheck: false };
  const nobody = { ...undescribed, ...unadjusted, ...unruled, attempt: 1, bib: null, groups: [], uncertaintyMs: 44 };
  expect(publish(made, 'viewer')).toEqual({
    version: 1,
    eventId: 'event',
    event: {
      name: 'Tuesday 10',
      timeZone: 'Europe/Zurich',
      startedAt: 1_700_000_100_000,
      date: '2023-11-14',
      points: [],
      rules: {
        precision: { unitMs: 10, direction: 'down' },
        attempts: { count: 1, counts: 'best' },
        handicap: null,
        ties: 'shared',
      },
    },
    seq: 14,
    rankedBy: 'actual',
    results: [
      {
        ...nobody,
        racerId: 'a',
        name: 'A. S.',
        bib: '7',
        groups: ['Juniors'],
        status: 'OK',
        rank: 1,
        startAt: at,
        finishAt: at + 60_004,
        grossMs: 60_004,
        netMs: 60_004,
        publishedMs: 60_000,
      },
      {
        ...nobody,
        racerId: 'b',
        name: 'B. Q.',
        status: 'OK',
        rank: 1,
        startAt: at,
        finishAt: at + 60_009,
        grossMs: 60_009,
        netMs: 60_009,
        publishedMs: 60_000,
      },
      {
        ...nobody,
        racerId: 'c',
        name: 'C. S.',
        status: 'OK',
        rank: 3,
        startAt: at,
        finishAt: at + 61_000,
        grossMs: 61_000,
        penaltyMs: 5000,
        netMs: 66_000,
        publishedMs: 66_000,
      },
      {
        ...nobody,
        racerId: 'd',
        name: 'D. O.',
        status: 'DSQ',
        rank: null,
        startAt: at,
        finishAt: at + 50_000,
        grossMs: 50_000,
        netMs: 50_000,
        publishedMs: null,
      },
    ],
    standings: [],
    course: null,
    conditions: null,
    official: null,
    corrections: [],
    teams: [],
  });
});

test('[OF7] corrections are told with what was declared and what it is now, and of removed racers no name', () => {
  const made = race();
  made.run({ type: 'event.configure', initialsOnly: true });
  made.run({ type: 'official.set', note: 'Checked by two' }, { second: 500 });
  made.run({ type: 'status.set', racerId: 'c', attempt: 1, status: 'DSQ', reason: 'a secret' }, { second: 600 });
  made.run({ type: 'entry.rename', racerId: 'c', name: 'Dot Secret' }, { second: 600 });
  made.run({ type: 'entry.remove', racerId: 'a' }, { second: 700 });
  const at = (second: number) => 1_700_000_000_000 + second * 1000;
  const { official, corrections, results } = publicResults.parse(publish(made, 'viewer'));
  expect(official).toEqual({ at: at(500), note: 'Checked by two' });
  expect(corrections).toEqual([
    {
      racerId: 'a',
      attempt: 1,
      name: null,
      was: { status: 'OK', publishedMs: 60_000, penaltyMs: 0, handicapMs: null },
      is: null,
      wasName: null,
      wasCategory: null,
      at: at(700),
    },
    {
      racerId: 'c',
      attempt: 1,
      name: 'D. S.',
      was: { status: 'OK', publishedMs: 66_000, penaltyMs: 5000, handicapMs: null },
      is: { status: 'DSQ', publishedMs: null, penaltyMs: 0, handicapMs: null },
      wasName: 'C. S.',
      wasCategory: null,
      at: at(600),
    },
  ]);
  expect(results.filter(({ corrected }) => corrected).map(({ racerId }) => racerId)).toEqual(['c']);
  expect(JSON.stringify(publish(made, 'viewer'))).not.toMatch(/secret|Ada/);
});

test('[RES12] a racer who has not started has nulls and no zeros, and every answer keeps to the schema', () => {
  const made = race();
  const results = publish(made, 'admin');
  expect(publicResults.parse(JSON.parse(JSON.stringify(results)))).toEqual(results);
  expect(results.results.at(-2)).toMatchObject({
    racerId: 'e',
    name: 'Eli Gone',
    status: 'OK',
    rank: null,
    startAt: null,
    finishAt: null,
    grossMs: null,
    netMs: null,
    publishedMs: null,
    uncertaintyMs: null,
  });
});

test('[HC1] an adjusted time and its rank stand beside the actual ones', () => {
  const made = race();
  const given = Object.entries({ b: 1000, c: 7000 }).map(([racerId, ms]) => ({
    racerId,
    handicap: { ms, source: 'Club 2026' },
  }));
  made.run({ type: 'handicaps.set', given });
  const told = () =>
    publish(made, 'viewer')
      .results.filter(({ rank }) => rank !== null)
      .map(({ racerId, rank, adjustedMs, gradePercent, adjustedRank }) => [
        racerId,
        rank,
        adjustedMs ?? gradePercent,
        adjustedRank,
      ]);
  made.run({ type: 'format.set', format: { handicap: 'time' } });
  expect(told()).toEqual([
    ['a', 1, null, null],
    ['b', 1, 59_000, 1],
    ['c', 3, 59_000, 1],
  ]);
  made.run({ type: 'format.set', format: { handicap: 'grade' } });
  expect(told()).toEqual([
    ['a', 1, null, null],
    ['b', 1, 1.67, 2],
    ['c', 3, 10.61, 1],
  ]);
  expect(publicResults.parse(publish(made, 'viewer'))).toEqual(publish(made, 'viewer'));
});

test('[RES12] ranks are those of the board', () => {
  const made = race();
  const board = readLeaderboard(made.event).ranked.map(({ entry, rank }) => [entry.racerId, rank]);
  const sent = publish(made, 'admin').results.filter(({ rank }) => rank !== null);
  expect(sent.map(({ racerId, rank }) => [racerId, rank])).toEqual(board);
});

test('[RES15] racers without a rank are listed as on the board: by status and number, and by their times so far', () => {
  const made = createRace();
  // Ids and the order of entry are against the numbers.
  const racers = ['g', 'f', 'e', 'd', 'c', 'b', 'a'].map((racerId, index) => ({
    racerId,
    name: `Racer ${racerId}`,
    groups: [],
    bib: index > 4 ? null : String(9 - (index % 3) * 3 - Math.floor(index / 3)),
  }));
  made.run({ type: 'entries.add', racers });
  const attempts = { count: 2, counts: 'sum', current: 1 } as const;
  made.run({ type: 'format.set', format: { attempts } });
  for (const [racerId, seconds] of Object.entries({ a: 63, b: 62, c: 61, d: 60 })) {
    made.run(tap('start', racerId), { second: 100 });
    made.run(tap('finish', racerId), { second: 100 + seconds });
  }
  for (const racerId of ['d', 'e', 'f', 'g']) {
    const status = racerId === 'f' ? 'DNF' : 'DNS';
    made.run({ type: 'status.set', racerId, attempt: 1, status, reason: '' });
  }
  made.run({ type: 'format.set', format: { attempts: { ...attempts, current: 2 } } });
  made.run({ ...tap('start', 'b'), run: 2 }, { second: 300 });
  const board = readLeaderboard(made.event).unranked.map(({ entry }) => entry.racerId);
  expect(board).toEqual(['c', 'b', 'a', 'f', 'e', 'd', 'g']);
  expect(publish(made, 'admin').standings.map(({ racerId }) => racerId)).toEqual(board);
});

test('[RES12] viewers are told no reasons, and no names where the event shows none', () => {
  const made = race();
  made.run({ type: 'event.configure', initialsOnly: true });
  expect(JSON.stringify(publish(made, 'viewer'))).not.toMatch(/Ada|Bea|Cem|Dee|Eli|short cut|helped/);
  expect(publish(made, 'admin').results[0]!.name).toBe('Ada Swift');
});

test('[EX10] ranks are given in the category too, and only where the owner shows it', () => {
  const made = race();
  const category = { gender: null, class: null, ages: null };
  const categories = [
    { name: 'Juniors', group: 'Juniors', ...category },
    { name: 'Open', group: null, ...category },
  ];
  made.run({ type: 'format.set', format: { categories } });
  const ranks = (sight: 'admin' | 'viewer') =>
    publish(made, sight).results.map(({ category: name, categoryRank }) => [name, categoryRank]);
  expect(ranks('admin').slice(0, 3)).toEqual([
    ['Juniors', 1],
    ['Open', 1],
    ['Open', 2],
  ]);
  expect(ranks('viewer').slice(0, 3)).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
  made.run({ type: 'format.set', format: { shows: ['category'] } });
  expect(ranks('viewer')).toEqual(ranks('admin'));
});
