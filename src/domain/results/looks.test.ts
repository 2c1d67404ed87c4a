import { expect, test } from 'vitest';
import { createRace, racer, tap } from '../../../tests/support/event-history.ts';
import { durationMs, epochMs } from '../units.ts';
import { listLooks } from './looks.ts';
import { readLeaderboard } from './read-leaderboard.ts';

function finishTwice(apart: number) {
  const race = createRace('a');
  race.run(tap('start', 'a'), { second: 0 });
  const first = race.run(tap('finish', 'a'), { second: 100 });
  const second = race.run(tap('finish', 'a'), { second: 100 + apart });
  return { race, first, second };
}

test('[HD10] two readings within 0.2 s settle themselves: the first accepted counts, both are kept', () => {
  for (const apart of [0.2, -0.2, 0]) {
    const { race, first, second } = finishTwice(apart);
    expect(listLooks(race.event)).toEqual([]);
    expect(race.event.counting['a finish 1']).toBe(first.id);
    expect(race.event.taps[second.id]?.undone).toBe(false);
  }
});

test('[HD10] two readings further apart are asked about', () => {
  const { race } = finishTwice(0.201);
  expect(listLooks(race.event)).toMatchObject([{ kind: 'readings', line: 'finish', apart: 201 }]);
});

test('[HD10] a correction that takes the counting time away from the other reading asks again', () => {
  const { race, first } = finishTwice(0.1);
  race.run({ type: 'tap.correct', tapId: first.id, to: epochMs(1_700_000_090_000) });
  expect(listLooks(race.event)).toMatchObject([{ kind: 'readings' }]);
});

test('a reading beside nothing that counts is asked about', () => {
  const { race, first } = finishTwice(0.1);
  race.run({ type: 'tap.undo', tapId: first.id });
  expect(listLooks(race.event)).toMatchObject([{ kind: 'readings' }]);
});

/** Racers a to e who take 600, 610, 620 … seconds, and one who took a tenth of that. */
function withImpossible() {
  const race = createRace('a', 'b', 'c', 'd', 'e', 'quick');
  'abcde'.split('').forEach((racerId, index) => {
    race.run(tap('start', racerId), { second: 100 + index * 60 });
    race.run(tap('finish', racerId), { second: 700 + index * 70 });
  });
  race.run(tap('start', 'quick'), { second: 1500 });
  race.run(tap('finish', 'quick'), { second: 1560 });
  return race;
}

const check = (racerId: string, ms: number | null) =>
  ({ type: 'times.check', times: [{ racerId, attempt: 1, ms: ms === null ? null : durationMs(ms) }] }) as const;
/** By stored rows it is the same: `rank-rows.test.ts`. */
const marked = ({ event }: ReturnType<typeof createRace>) =>
  readLeaderboard(event).ranked.flatMap(({ entry, isToCheck }) => (isToCheck ? [entry.racerId] : []));

test('[LOOK3] [LOOK4] an impossible time is asked about and marked until somebody says that it is right', () => {
  const race = withImpossible();
  expect(listLooks(race.event)).toMatchObject([{ kind: 'fast', racer: { entry: { racerId: 'quick' } } }]);
  expect(marked(race)).toEqual(['quick']);
  race.run(check('quick', 60_000));
  expect(listLooks(race.event)).toEqual([]);
  expect(marked(race)).toEqual([]);
  race.run(check('quick', null));
  expect(marked(race)).toEqual(['quick']);
});

test('[LOOK3] a word about a time that has changed since settles nothing', () => {
  const race = withImpossible();
  race.run(check('quick', 60_000));
  race.run({
    type: 'tap.correct',
    tapId: race.event.counting['quick finish 1']!,
    to: epochMs(1_700_000_000_000 + 1_570_000),
  });
  expect(listLooks(race.event)).toMatchObject([{ kind: 'fast' }]);
  expect(marked(race)).toEqual(['quick']);
});

test('[LOOK4] a time is marked by the attempt that it is in, and the total by the attempts that make it', () => {
  const race = withImpossible();
  race.run({ type: 'format.set', format: { attempts: { count: 2, counts: 'best', current: 2 } } });
  'abcde'.split('').forEach((racerId) => {
    race.run({ type: 'tap.record', line: 'start', run: 2, racerId }, { second: 2000 });
    race.run({ type: 'tap.record', line: 'finish', run: 2, racerId }, { second: 2030 });
  });
  // Half a minute is what everybody takes in the second run.
  expect(marked(race)).toEqual(['quick']);
});

test('[LOOK4] far too slow is for the timekeepers alone: nothing is marked', () => {
  const race = withImpossible();
  race.run({ type: 'entries.add', racers: [racer('slow')] });
  race.run(tap('start', 'slow'), { second: 2000 });
  race.run(tap('finish', 'slow'), { second: 5000 });
  expect(listLooks(race.event).map(({ kind }) => kind)).toEqual(['fast', 'slow']);
  expect(marked(race)).toEqual(['quick']);
});

test('[LOOK2] what harms most stands first, and of two readings those that are furthest apart', () => {
  const race = withImpossible();
  race.run(tap('finish', 'b'), { second: 771 });
  race.run(tap('finish', 'a'), { second: 705 });
  race.run(tap('finish', null), { second: 900 });
  const looks = listLooks(race.event);
  expect(looks.map(({ kind }) => kind)).toEqual(['fast', 'unnamed', 'readings', 'readings']);
  expect(looks.slice(2)).toMatchObject([{ apart: 5000 }, { apart: 1000 }]);
});

test('[LOOK3] saying it twice changes nothing, and nothing is said of a stranger', () => {
  const race = withImpossible();
  expect(race.run(check('quick', 60_000)).changes).toHaveLength(1);
  expect(race.run(check('quick', 60_000)).changes).toHaveLength(0);
  expect(race.run(check('nobody', 60_000)).refused).toBe('racer-not-in-event');
});

test('[LOOK3] a racer who was removed and is added again is asked about anew', () => {
  const race = withImpossible();
  race.run(check('quick', 60_000));
  race.run({ type: 'entry.remove', racerId: 'quick' });
  race.run({ type: 'entries.add', racers: [racer('quick')] });
  race.run(tap('start', 'quick'), { second: 2500 });
  race.run(tap('finish', 'quick'), { second: 2560 });
  expect(marked(race)).toEqual(['quick']);
});
