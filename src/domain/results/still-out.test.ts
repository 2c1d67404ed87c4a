import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { listStillOut } from './still-out.ts';

const at = (line: string, racerId: string) => ({ type: 'tap.record', line, run: 1, racerId }) as const;
const EPOCH = 1_700_000_000_000;

type Race = ReturnType<typeof createRace>;

/** Seconds on the clock of `createRace`. */
const listed = ({ event }: Race) =>
  listStillOut(event).map(({ racer, seen, expectedAt, overdueAt }) => ({
    racerId: racer.entry.racerId,
    seen: [seen.line, (seen.at - EPOCH) / 1000],
    expected: expectedAt === null ? null : (expectedAt - EPOCH) / 1000,
    overdue: overdueAt === null ? null : (overdueAt - EPOCH) / 1000,
  }));

function ride(race: Race, racerId: string, from: number, to: number, split?: number): void {
  race.run(tap('start', racerId), { second: from });
  if (split !== undefined) race.run(at('p1', racerId), { second: split });
  race.run(tap('finish', racerId), { second: to });
}

test('[SR4] nothing is expected before anybody has come back', () => {
  const race = createRace('a', 'b');
  race.run(tap('start', 'a'), { second: 100 });
  expect(listed(race)).toEqual([{ racerId: 'a', seen: ['start', 100], expected: null, overdue: null }]);
});

test('[SR4] a racer is expected after the median time of the others, and by the others’ times from the same point', () => {
  const race = createRace('a', 'b', 'c', 'd', 'e');
  ride(race, 'a', 100, 700, 400);
  ride(race, 'b', 100, 900, 400);
  ride(race, 'c', 100, 800);
  race.run(tap('start', 'd'), { second: 1000 });
  expect(listed(race), 'the median of 600, 700 and 800').toMatchObject([{ racerId: 'd', expected: 1700 }]);
  race.run(at('p1', 'd'), { second: 1400 });
  expect(listed(race), '300 and 500 from there').toMatchObject([{ seen: ['p1', 1400], expected: 1800, overdue: null }]);
  race.run(at('p9', 'd'), { second: 1500 });
  expect(listed(race), 'nobody else was there').toMatchObject([{ seen: ['p9', 1500], expected: 1700 }]);
  race.run(at('p8', 'd'), { second: 1750 });
  expect(listed(race), 'seen after the expected time').toMatchObject([{ seen: ['p8', 1750], expected: null }]);
});

test('[SR5] overdue is half as long again as the slowest of three, and a minute at the least', () => {
  const race = createRace('a', 'b', 'c', 'd');
  ride(race, 'a', 100, 700);
  ride(race, 'b', 100, 900);
  race.run(tap('start', 'd'), { second: 1000 });
  expect(listed(race)).toMatchObject([{ overdue: null }]);
  ride(race, 'c', 100, 800);
  expect(listed(race)).toMatchObject([{ overdue: 1000 + 800 + 400 }]);
  const sprint = createRace('a', 'b', 'c', 'd');
  for (const racerId of ['a', 'b', 'c']) ride(sprint, racerId, 100, 110);
  sprint.run(tap('start', 'd'), { second: 200 });
  expect(listed(sprint)).toMatchObject([{ overdue: 200 + 10 + 60 }]);
});

test('[SR4] those expected first come first; finished racers and racers with a status are not out', () => {
  const race = createRace('a', 'b', 'c', 'd');
  ride(race, 'a', 100, 700);
  race.run(tap('start', 'c'), { second: 300 });
  race.run(tap('start', 'b'), { second: 200 });
  expect(listed(race).map(({ racerId }) => racerId)).toEqual(['b', 'c']);
  race.run({ type: 'status.set', racerId: 'b', attempt: 1, status: 'DNF', reason: 'puncture' });
  expect(listed(race).map(({ racerId }) => racerId)).toEqual(['c']);
});

test('[SR4] a racer who was seen at a split is out, although the start has not arrived', () => {
  const race = createRace('a', 'b');
  ride(race, 'a', 100, 700, 400);
  race.run(at('p1', 'b'), { second: 500 });
  expect(listed(race)).toEqual([{ racerId: 'b', seen: ['p1', 500], expected: 800, overdue: null }]);
});
