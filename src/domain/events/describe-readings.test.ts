import { expect, test } from 'vitest';
import { describeDifference, listChoices, nameChoices, readingsOf } from './describe-readings.ts';
import { describeMoment } from './describe-moment.ts';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { epochMs } from '../units.ts';

test('the readings of one line, with their difference to the one that counts', () => {
  const race = createRace('a', 'b');
  const first = race.run(tap('finish', 'a'), { second: 100 });
  const later = race.run(tap('finish', 'a'), { second: 100.35 });
  const gone = race.run(tap('finish', 'a'), { second: 103 });
  race.run(tap('start', 'a'), { second: 50 });
  race.run(tap('finish', 'b'), { second: 101 });
  race.run({ type: 'tap.undo', tapId: gone.id });
  const readings = readingsOf(race.event, 'a', 'finish');
  expect(readings.counting?.id).toBe(first.id);
  expect(readings.second.map(({ tap: { id }, difference }) => [id, difference])).toEqual([[later.id, 350]]);
  expect(readings.undone.map(({ id }) => id)).toEqual([gone.id]);
});

test('without one that counts there is no difference, and the difference is to the corrected time', () => {
  const race = createRace('a');
  const first = race.run(tap('finish', 'a'), { second: 100 });
  const second = race.run(tap('finish', 'a'), { second: 101 });
  race.run({ type: 'tap.correct', tapId: first.id, to: epochMs(1_700_000_102_000) });
  expect(readingsOf(race.event, 'a', 'finish').second[0]?.difference).toBe(-1000);
  race.run({ type: 'tap.undo', tapId: first.id });
  expect(readingsOf(race.event, 'a', 'finish')).toMatchObject({
    counting: null,
    second: [{ tap: { id: second.id }, difference: null }],
    undone: [{ id: first.id }],
  });
});

test('taps from before a racer was added anew are not theirs any more', () => {
  const race = createRace('a');
  const { id: tapId } = race.run(tap('start', 'a'));
  race.run({ type: 'tap.undo', tapId });
  race.run({ type: 'entry.remove', racerId: 'a' });
  race.run({ type: 'entries.add', racers: [{ racerId: 'a', name: 'Ada', groups: [], bib: null }] });
  expect(readingsOf(race.event, 'a', 'start')).toEqual({ counting: null, second: [], undone: [] });
});

test.each([
  [350, '0.350 s later'],
  [-1204, '1.204 s earlier'],
  [0, 'the same time'],
])('a difference of %i ms reads %s', (ms, text) => {
  expect(describeDifference(ms)).toBe(text);
});

test("WY9 a moment has its date, in the event's zone", () => {
  const at = epochMs(Date.UTC(2026, 5, 2, 22, 5, 9));
  expect(describeMoment(at, 'Europe/Zurich')).toBe('3 Jun 2026, 00:05:09');
  expect(describeMoment(at, 'America/New_York')).toBe('2 Jun 2026, 18:05:09');
});

test('[HD9] readings to choose from begin with the one that counts, and leave out what was taken back', () => {
  const race = createRace('a');
  const first = race.run(tap('finish', 'a'), { second: 100 });
  const second = race.run(tap('finish', 'a'), { second: 101 });
  const gone = race.run(tap('finish', 'a'), { second: 102 });
  race.run({ type: 'tap.undo', tapId: gone.id });
  race.run({ type: 'tap.choose', tapId: second.id });
  expect(listChoices(race.event, 'a', 'finish').map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(nameChoices(2, 'finish')).toBe('Two finish times');
  expect(nameChoices(1, 'start')).toBe('One start time');
  expect(nameChoices(12, 'finish')).toBe('12 finish times');
});
