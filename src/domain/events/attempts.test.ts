import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { givenAttempt } from '../results/given-attempt.ts';
import { readResults } from '../results/read-results.ts';
import { rowsOf } from '../results/rows.ts';
import { epochMs } from '../units.ts';

const attempts = (current: number, count = 2) => ({ count, counts: 'best', current }) as const;

function twoRuns() {
  const race = createRace('a', 'b');
  race.run({ type: 'format.set', format: { attempts: attempts(1) } });
  race.run(tap('start', 'a'), { second: 100 });
  race.run(tap('finish', 'a'), { second: 160 });
  return race;
}

test('[CA6] a start that was made for run 1 by a phone that had not heard of run 2 is kept, and moved to run 2', () => {
  const race = twoRuns();
  race.run({ type: 'format.set', format: { attempts: attempts(2) } });
  const late = race.run(tap('start', 'a'), { second: 300, deviceId: 'offline' });
  expect(readResults(race.event)[0]).toMatchObject({ attempt: 2, state: 'inactive' });
  expect(readResults(race.event, 1)[0]).toMatchObject({ state: 'finished', gross: 60_000 });

  race.run({ type: 'tap.assign', tapId: late.id, racerId: 'a', attempt: 2 });
  expect(readResults(race.event)[0]).toMatchObject({ attempt: 2, state: 'on-course', start: { id: late.id } });
  expect(readResults(race.event, 1)[0]).toMatchObject({ state: 'finished', gross: 60_000 });
  expect(rowsOf(race.event, 'all').rows.map(({ racerId, attempt }) => [racerId, attempt])).toContainEqual(['a', 2]);

  race.run({ type: 'tap.assign', tapId: late.id, racerId: 'a', attempt: 1 });
  expect(readResults(race.event)[0]).toMatchObject({ state: 'inactive' });
  expect(race.run({ type: 'tap.assign', tapId: late.id, racerId: 'a', attempt: 3 }).refused).toBe(
    'attempt-not-in-event',
  );
});

test('[CA6] in an event that a release before schema 5 can read, no tap is moved to another run', () => {
  const race = createRace('a');
  const { id: tapId } = race.run({ ...tap('start', 'a'), run: 2 }, { second: 100 });
  expect(race.run({ type: 'tap.assign', tapId, racerId: 'a', attempt: 1 }).refused).toBe('attempt-not-in-event');
});

test('[CA6] a finish without a racer goes to the run in which the racer had started before it', () => {
  const race = twoRuns();
  race.run({ type: 'format.set', format: { attempts: attempts(2) } });
  const early = race.run(tap('finish', null), { second: 200 });
  race.run({ ...tap('start', 'a'), run: 2 }, { second: 300 });
  const late = race.run(tap('finish', null), { second: 350 });
  expect(givenAttempt(race.event, early.id, 'a')).toBeNull();
  expect(givenAttempt(race.event, late.id, 'a')).toBe(2);
  expect(givenAttempt(race.event, late.id, 'b')).toBeNull();
});

test('[CA7] each run has its own start list: a new one changes no time of the run before', () => {
  const race = twoRuns();
  const at = (second: number) => epochMs(1_700_000_000_000 + second * 1000);
  race.run({ type: 'race.configure', settings: { startPolicy: 'schedule' } });
  race.run({ type: 'schedule.set', slots: [{ racerId: 'a', order: 1, at: at(98) }] });
  expect(readResults(race.event)[0]!.gross).toBe(62_000);

  race.run({ type: 'format.set', format: { attempts: attempts(2) } });
  expect(race.event.entries['a']!.slot).toEqual({ order: 1, at: null });
  race.run({ type: 'schedule.set', slots: [{ racerId: 'a', order: 2, at: at(500) }] });
  race.run({ type: 'schedule.set', slots: [{ racerId: 'b', order: 1, at: at(400) }] });
  expect(readResults(race.event, 1)[0]!.gross).toBe(62_000);

  race.run({ type: 'format.set', format: { attempts: attempts(1) } });
  expect(race.event.entries['a']!.slot).toEqual({ order: 1, at: at(98) });
  expect(race.event.entries['b']!.slot).toBeUndefined();
  race.run({ type: 'format.set', format: { attempts: attempts(2) } });
  expect(race.event.entries['a']!.slot).toEqual({ order: 2, at: at(500) });
});

test('[CA7] a start list that was arranged for run 1 is not laid over that of run 2', () => {
  const race = twoRuns();
  race.run({ type: 'schedule.set', slots: [{ racerId: 'a', order: 1, at: null }], was: null });
  const was = race.event.arrangedBy;
  race.run({ type: 'format.set', format: { attempts: attempts(2) } });
  const stale = race.run({ type: 'schedule.set', slots: [{ racerId: 'a', order: 9, at: null }], was });
  expect(stale.refused).not.toBeNull();
});
