import { expect, test } from 'vitest';
import { createDice, createSeason } from '../../../tests/support/season.ts';
import type { TeamRules } from '../model/race-format.ts';
import { plainSeries, pointsPresets, type SeriesRules, seriesTies } from './rules.ts';
import type { SeriesEvent } from './score-event.ts';
import { readStandings, type SeriesHelper, type Standings } from './standings.ts';
import { listTeamResults } from './team-results.ts';

/**
 * The standings once more, racer by racer and place by place, as one would do it with pencil and paper: nothing is shared
 * with the code under test.
 */
function standByHand(events: readonly SeriesEvent[], helpers: readonly SeriesHelper[], rules: SeriesRules) {
  const categories: (string | null)[] = [];
  if (!rules.byCategory) categories.push(null);
  else
    for (const { results } of events)
      for (const { category } of results)
        if (category !== null && !categories.includes(category)) categories.push(category);
  const tables = categories.map((category) => {
    const isIn = (result: SeriesEvent['results'][number]) => category === null || result.category === category;
    const ids = [...new Set(events.flatMap(({ results }) => results.filter(isIn).map(({ racerId }) => racerId)))];
    const byTime = rules.scoring.kind === 'time';
    const isPoints = rules.scoring.kind === 'points' || rules.scoring.kind === 'field';
    const bonus = isPoints ? rules.starter : 0;
    const timesIn = (event: SeriesEvent) => event.results.filter(isIn).flatMap(({ ms }) => (ms === null ? [] : [ms]));
    const placeOf = (event: SeriesEvent, ms: number) => 1 + timesIn(event).filter((other) => other < ms).length;
    const worth = (event: SeriesEvent, ms: number): number => {
      const { scoring } = rules;
      const place = placeOf(event, ms);
      if (scoring.kind === 'time') return ms;
      if (scoring.kind === 'percent') return Number(((Math.min(...timesIn(event)) / ms) * 100).toFixed(3));
      if (scoring.kind === 'field') return timesIn(event).length - place + 1 + bonus;
      return (place <= scoring.table.length ? scoring.table[place - 1]! : scoring.rest) + bonus;
    };
    const racers = ids.map((racerId) => {
      const own: { eventId: string; kind: string; value: number; place: number | null }[] = [];
      for (const event of events) {
        const result = event.results.find((each) => each.racerId === racerId && isIn(each));
        if (result === undefined) continue;
        if (result.ms !== null) {
          own.push({
            eventId: event.eventId,
            kind: 'result',
            value: worth(event, result.ms) + (isPoints && result.isBest === true ? (rules.personalBest ?? 0) : 0),
            place: placeOf(event, result.ms),
          });
        } else if (!byTime && result.hasStarted && (result.status === 'DNF' || result.status === 'OTL')) {
          const times = timesIn(event);
          const last = times.length === 0 ? 1 : worth(event, Math.max(...times));
          const value = rules.dnf === 'last' ? Math.max(0, last - 1) : rules.dnf + bonus;
          own.push({ eventId: event.eventId, kind: 'dnf', value, place: null });
        }
      }
      if (own.length > 0 && rules.helpers !== null && !byTime) {
        const average = Number((own.reduce((sum, { value }) => sum + value, 0) / own.length).toFixed(3));
        let left = rules.helpers.most;
        for (const event of events) {
          const helped = helpers.some((helper) => helper.racerId === racerId && helper.eventId === event.eventId);
          if (!helped || left === 0 || own.some(({ eventId }) => eventId === event.eventId)) continue;
          left -= 1;
          const times = timesIn(event);
          const best = times.length === 0 ? 0 : worth(event, Math.min(...times));
          const { helpers: rule } = rules;
          const value = rule.kind === 'fixed' ? rule.points : rule.kind === 'average' ? average : best;
          own.push({ eventId: event.eventId, kind: 'helper', value, place: null });
        }
      }
      own.sort((one, other) => Number(one.eventId.slice(6)) - Number(other.eventId.slice(6)));
      const values = own.map(({ value }) => value).sort((one, other) => (byTime ? one - other : other - one));
      const counting = values.slice(0, rules.best ?? values.length);
      const total = Number(counting.reduce((sum, value) => sum + value, 0).toFixed(3));
      const dropped = values.slice(counting.length).sort().join();
      return { racerId, own, total, counting: counting.length, dropped, isPlaced: own.length >= rules.minimum };
    });
    const there = racers.filter(({ own }) => own.length > 0);
    const isAhead = (one: (typeof there)[number], other: (typeof there)[number]): boolean => {
      if (byTime && one.counting !== other.counting) return one.counting > other.counting;
      if (one.total !== other.total) return byTime ? one.total < other.total : one.total > other.total;
      for (const tie of rules.ties) {
        if (tie === 'events' && one.own.length !== other.own.length) return one.own.length > other.own.length;
        if (tie === 'places') {
          for (const place of [1, 2, 3, 4, 5]) {
            const [mine, theirs] = [one, other].map(({ own }) => own.filter((score) => score.place === place).length);
            if (mine !== theirs) return mine! > theirs!;
          }
        }
        if (tie === 'latest') {
          for (const { eventId } of [...events].reverse()) {
            const [mine, theirs] = [one, other].map(
              ({ own }) => own.find((score) => score.eventId === eventId)?.place ?? Infinity,
            );
            if (mine !== theirs) return mine! < theirs!;
          }
        }
      }
      return false;
    };
    const placed = there.filter(({ isPlaced }) => isPlaced);
    return {
      category,
      racers: new Map(
        there.map((racer) => [
          racer.racerId,
          {
            rank: racer.isPlaced ? 1 + placed.filter((other) => isAhead(other, racer)).length : null,
            total: racer.total,
            scores: racer.own,
            dropped: racer.dropped,
          },
        ]),
      ),
    };
  });
  return tables.filter(({ category, racers }) => category === null || racers.size > 0);
}

const dice = createDice(3);
const season = createSeason().map((event) => ({
  ...event,
  results: event.results.map((result) => ({ ...result, isBest: dice() < 0.2 })),
}));
const helpers = season.flatMap(({ eventId }) =>
  Array.from({ length: 8 }, () => ({ eventId, racerId: `racer-${Math.floor(dice() * 60)}` })),
);

function check(rules: SeriesRules): void {
  const found = readStandings(season, helpers, rules).map(({ category, rows }) => ({
    category,
    racers: new Map(
      rows.map(({ racerId, rank, total, scores }) => [
        racerId,
        {
          rank,
          total,
          scores: scores.map(({ isDropped: _isDropped, ...score }) => score),
          dropped: scores
            .filter(({ isDropped }) => isDropped)
            .map(({ value }) => value)
            .sort()
            .join(),
        },
      ]),
    ),
  }));
  expect(found).toEqual(standByHand(season, helpers, rules));
}

const variants: readonly Partial<SeriesRules>[] = [
  ...pointsPresets.map(({ scoring }) => ({ scoring })),
  { scoring: { kind: 'time' } },
  { scoring: { kind: 'percent' } },
  { best: 5 },
  { best: 5, scoring: { kind: 'time' } },
  { best: 3, scoring: { kind: 'percent' } },
  { minimum: 9 },
  { minimum: 9, best: 5, scoring: { kind: 'time' } },
  { dnf: 'last', starter: 1 },
  { dnf: 3 },
  { personalBest: 2, scoring: { kind: 'points', table: [10, 8, 6, 4, 2], rest: 0 } },
  { personalBest: 2, dnf: 'last', helpers: { kind: 'maximum', most: 3 }, scoring: { kind: 'field' } },
  { personalBest: 2, scoring: { kind: 'percent' } },
  { helpers: { kind: 'fixed', points: 20, most: 3 } },
  { helpers: { kind: 'maximum', most: 2 } },
  { helpers: { kind: 'average', most: 99 }, best: 6 },
  { ties: [] },
  ...seriesTies.map((tie) => ({ ties: [tie] })),
  { ties: ['events', 'places', 'latest'], scoring: { kind: 'points', table: [3, 2, 1], rest: 0 } },
];

for (const variant of variants) {
  for (const byCategory of [false, true]) {
    test(`[SE2] a season by ${JSON.stringify(variant).slice(0, 80)}${byCategory ? ' by category' : ''} is the one by hand`, () => {
      check({ ...plainSeries, ...variant, byCategory });
    });
  }
}

test('[SE4] helpers get points where they have no score, at most as often as the owner says; one without any score is not listed', () => {
  const result = (racerId: string, ms: number) => ({ racerId, name: racerId, ms, status: 'OK' as const });
  const nights = ['one', 'two', 'three'].map((eventId, index) => ({
    eventId,
    results: [result('winner', 60_000), ...(index === 0 ? [result('helper', 61_000)] : [])].map((each) => ({
      ...season[0]!.results[0]!,
      ...each,
    })),
  }));
  const helped = ['one', 'two', 'three'].flatMap((eventId) =>
    ['helper', 'never raced'].map((racerId) => ({ eventId, racerId })),
  );
  const scoring = { kind: 'points', table: [10, 6], rest: 0 } as const;
  const scoresBy = (helpers: SeriesRules['helpers'], more: Partial<SeriesRules> = {}) => {
    const [{ rows }] = readStandings(nights, helped, { ...plainSeries, scoring, helpers, ...more }) as [Standings];
    expect(rows.map(({ racerId }) => racerId)).not.toContain('never raced');
    return rows.find(({ racerId }) => racerId === 'helper')!.scores.map(({ value }) => value);
  };
  expect(scoresBy({ kind: 'fixed', points: 4, most: 2 })).toEqual([6, 4, 4]);
  expect(scoresBy({ kind: 'maximum', most: 2 })).toEqual([6, 10, 10]);
  expect(scoresBy({ kind: 'average', most: 1 })).toEqual([6, 6]);
  expect(scoresBy({ kind: 'maximum', most: 2 }, { scoring: { kind: 'time' } }), 'by time helpers get nothing').toEqual([
    61_000,
  ]);
});

test('[SE3] a corrected result corrects the standings, and an event without results changes nothing', () => {
  const before = readStandings(season, [], plainSeries)[0]!.rows;
  const winner = before[0]!;
  const corrected = season.map((event) => ({
    ...event,
    results: event.results.map((result) =>
      result.racerId === winner.racerId ? { ...result, status: 'DSQ' as const, ms: null } : result,
    ),
  }));
  const after = readStandings(corrected, [], plainSeries)[0]!.rows;
  expect(after.some(({ racerId }) => racerId === winner.racerId)).toBe(false);
  const longer = readStandings([...season, { eventId: 'event-13', results: [] }], [], plainSeries)[0]!.rows;
  expect(longer).toEqual(before);
});

test('[SE8] teams score by their place in each event’s own ranking, and equal results share the points', () => {
  const rules: TeamRules = { of: 'club', score: 'sum', n: 2, displaces: true, quota: null, startsTogether: false };
  const random = createDice(8);
  const clubs = ['Wheelers', 'Rovers', 'Dynamo', 'Solo'];
  const nights = Array.from({ length: 6 }, (_, night) => ({
    eventId: `event-${night}`,
    rows: Array.from({ length: 24 }, (_each, index) => {
      // One club never has two finishers, and every other event types the names another way.
      const club = clubs[index === 0 ? 3 : index % 3]!;
      const details = { club: night % 2 === 0 ? club : ` ${club.toUpperCase()}` };
      const ms = random() < 0.2 ? null : 60_000 + 1000 * Math.floor(random() * 4);
      return { racerId: `racer-${index}`, ms, details, shown: details };
    }),
  }));
  const wanted = new Map<string, number>();
  for (const { rows } of nights) {
    const sums = clubs.flatMap((club): [string, number][] => {
      const own = rows.filter(({ details }) => details.club.trim().toLowerCase() === club.toLowerCase());
      const times = own.flatMap(({ ms }) => ms ?? []).sort((one, other) => one - other);
      return times.length < 2 ? [] : [[club.toLowerCase(), times[0]! + times[1]!]];
    });
    for (const [club, sum] of sums) {
      const place = 1 + sums.filter(([, other]) => other < sum).length;
      wanted.set(club, (wanted.get(club) ?? 0) + [10, 5, 1][place - 1]!);
    }
  }
  const events = nights.map(({ eventId, rows }) => ({ eventId, results: listTeamResults(rows, rules) }));
  const scoring = { kind: 'points', table: [10, 5, 1], rest: 0 } as const;
  const [{ rows }] = readStandings(events, [], { ...plainSeries, of: 'teams', scoring }) as [Standings];
  expect(new Map(rows.map(({ racerId, total }) => [racerId, total]))).toEqual(wanted);
  expect(wanted.has('solo')).toBe(false);
  expect(listTeamResults(nights[0]!.rows, null), 'an event that ranks no teams').toEqual([]);
  const hidden = nights[0]!.rows.map((row) => ({ ...row, shown: null }));
  expect(listTeamResults(hidden, rules), 'teams that the reader may not see').toEqual([]);
});

test('[SE5] a category in which nobody has a score has no table', () => {
  const of = (racerId: string, category: string, ms: number | null) => ({
    racerId,
    name: racerId,
    category,
    status: ms === null ? ('DNS' as const) : ('OK' as const),
    ms,
    hasStarted: ms !== null,
  });
  const events: SeriesEvent[] = [{ eventId: 'event-1', results: [of('a', 'Women', 60_000), of('b', 'Guests', null)] }];
  const found = readStandings(events, [], { ...plainSeries, byCategory: true, overall: true });
  expect(found.map(({ category }) => category)).toEqual([null, 'Women']);
});
