import { expect, test } from 'vitest';
import { createRace, racer, tap } from '../../../tests/support/event-history.ts';
import { readLeaderboard } from '../results/read-leaderboard.ts';
import { readBoard } from './board.ts';
import { listLooks } from '../results/looks.ts';
import { rateClock } from '../timing/clock-quality.ts';
import { epochMs } from '../units.ts';
import { formatTimeOfDay } from '../timing/local-time.ts';
import { readResults } from '../results/read-results.ts';
import { createSearch } from './search.ts';

const idsOf = (list: readonly { readonly entry: { readonly racerId: string } }[]) =>
  list.map(({ entry }) => entry.racerId);

test('everybody stands in one list, and the best time is the one to beat', () => {
  const race = createRace('a', 'b', 'c', 'd');
  expect(readBoard(race.event)).toMatchObject({ best: null, onCourse: [] });
  expect(listLooks(race.event)).toEqual([]);
  race.run(tap('start', 'a'), { second: 100 });
  race.run(tap('start', 'b'), { second: 130 });
  race.run(tap('start', 'c'), { second: 120 });
  race.run(tap('finish', 'a'), { second: 160 });
  const board = readBoard(race.event);
  expect(idsOf(readLeaderboard(race.event).ranked)).toEqual(['a']);
  expect(idsOf(board.onCourse)).toEqual(['c', 'b']);
  expect(idsOf(board.inactive)).toEqual(['d']);
  expect(board.best).toBe(60_000);
  expect(board.counters).toEqual({ total: 4, finished: 1, onCourse: 2 });
});

test('[T2] [T4] what only a person can settle is listed once for each fact, the worst first', () => {
  const race = createRace('a', 'b', 'c', 'd');
  race.run(tap('finish', 'a'), { second: 100 });
  race.run(tap('finish', 'a'), { second: 101 });
  race.run(tap('start', 'b'), { second: 120 });
  race.run(tap('finish', 'b'), { second: 110 });
  race.run(tap('start', 'c'), { second: 130 });
  race.run(tap('start', 'c'), { second: 131 });
  race.run(tap('start', 'c'), { second: 132 });
  expect(listLooks(race.event)).toMatchObject([
    { kind: 'before-start', racer: { entry: { racerId: 'b' } } },
    { kind: 'no-start', racer: { entry: { racerId: 'a' } } },
    { kind: 'readings', racer: { entry: { racerId: 'c' } }, apart: 2000 },
    { kind: 'readings', racer: { entry: { racerId: 'a' } }, apart: 1000 },
  ]);
});

test('[T3] [T5] neither an undone reading nor one of an earlier entry needs a look', () => {
  const race = createRace('a', 'b');
  race.run(tap('start', 'a'));
  const second = race.run(tap('start', 'a'));
  race.run({ type: 'tap.undo', tapId: second.id });
  race.run(tap('start', 'b'));
  race.run(tap('start', 'b'));
  race.run({ type: 'entry.remove', racerId: 'b' });
  race.run({ type: 'entries.add', racers: [racer('b')] });
  expect(listLooks(race.event)).toEqual([]);
});

test('a tap makes new times for its own racer alone', () => {
  const race = createRace('a', 'b');
  race.run(tap('start', 'a'));
  const before = readResults(race.event);
  race.run(tap('start', 'b'));
  const after = readResults(race.event);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
  expect(after[1]?.state).toBe('on-course');
});

test('corrected, undone and brought back times are never those of before', () => {
  const race = createRace('a');
  const { id: tapId } = race.run(tap('start', 'a'), { second: 100 });
  const stateAfter = () => readResults(race.event).map(({ state, isCorrected }) => [state, isCorrected]);
  expect(stateAfter()).toEqual([['on-course', false]]);
  race.run({ type: 'tap.correct', tapId, to: readResults(race.event)[0]!.startTime! });
  expect(stateAfter()).toEqual([['on-course', true]]);
  race.run({ type: 'tap.undo', tapId });
  expect(stateAfter()).toEqual([['inactive', false]]);
  race.run({ type: 'tap.redo', tapId });
  expect(stateAfter()).toEqual([['on-course', true]]);
});

test.each([
  ['', true],
  ['oka', true],
  ['CHIOMA', true],
  ['lindqvist chi', true],
  ['muller', true],
  ['16', true],
  ['u18', true],
  ['17', false],
  ['chioma petrov', false],
])('a search for %j finds Chioma Okafor-Lindqvist Müller, bib 16, U18: %s', (query, isFound) => {
  const entry = { ...racer('a'), addedSeq: 1, removed: false };
  const chioma = { ...entry, name: 'Chioma Okafor-Lindqvist Müller', bib: '16', groups: ['U18'] };
  expect(createSearch(query)(chioma)).toBe(isFound);
});

test.each(['Europe/Zurich', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'])(
  'the time of day in %s is what its clocks say, also where they are put forward or back',
  (timeZone) => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' });
    const year = Date.UTC(2026, 0, 1);
    // Every second hour of a year; not on the hour, and not always the same minute.
    const moments = Array.from({ length: 183 * 24 }, (_, index) =>
      epochMs(year + index * 7_200_000 + ((index * 7_919) % 7_200) * 1000 + 999),
    );
    expect(moments.filter((at) => formatTimeOfDay(at, timeZone) !== clock.format(at))).toEqual([]);
  },
);

test.each([
  [6, 'good'],
  [100, 'good'],
  [101, 'poor'],
  [null, 'unknown'],
] as const)('a clock that may be off by %s ms is %s', (uncertainty, quality) => {
  expect(rateClock(uncertainty)).toBe(quality);
});
