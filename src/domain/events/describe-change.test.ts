import { describe, expect, test } from 'vitest';
import { durationMs, epochMs } from '../units.ts';
import type { Change } from '../model/changes.ts';
import { describeStep, listSteps, recordedTaps } from './describe-change.ts';
import { plainText } from './sentence.ts';
import { createHistory, createRace, tap, user } from '../../../tests/support/event-history.ts';

type Race = ReturnType<typeof createRace>;
const names = (userId: string) => (userId === 'helper' ? 'Helen' : null);
const told = (race: Race, changes: readonly Change[] = race.log) =>
  listSteps(changes).map((step) => plainText(describeStep(step, race.event, names)));
const lastOf = (race: Race) => told(race)[0];

describe('a step of the history is a sentence', () => {
  test('the newest first, and what one command did is one row', () => {
    const race = createRace('a', 'b');
    const start = race.run(tap('start', 'a'), { second: 100 });
    race.run(tap('start', 'a'), { second: 101 });
    race.run({ type: 'tap.undo', tapId: start.id });
    race.run({ type: 'tap.redo', tapId: start.id });
    expect(told(race)).toEqual([
      'Brought back the start of Racer a',
      'Took back the start of Racer a',
      'Second start reading of Racer a at 23:15:01.000',
      'Started Racer a at 23:15:00.000',
      'Added Racer a and Racer b',
      'Created Tuesday 10',
    ]);
  });

  test('corrections say what the time is now', () => {
    const race = createRace('a');
    const { id: tapId } = race.run(tap('finish', 'a'), { second: 100 });
    race.run({ type: 'tap.correct', tapId, to: epochMs(1_700_000_099_250) });
    expect(lastOf(race)).toBe('Corrected the finish of Racer a to 23:14:59.250');
    race.run({ type: 'tap.correct', tapId, to: null });
    expect(lastOf(race)).toBe('Took back the correction of the finish of Racer a');
  });

  test('statuses, penalties and the precision say what was decided, and why', () => {
    const race = createRace('a');
    const of = { racerId: 'a', attempt: 1 };
    race.run({ type: 'status.set', ...of, status: 'DSQ', reason: ' short cut ' });
    expect(lastOf(race)).toBe('DSQ: Racer a, because: short cut');
    race.run({ type: 'status.set', ...of, status: 'OK', reason: '' });
    expect(lastOf(race)).toBe('Placed Racer a again');
    const { id: adjustmentId } = race.run({
      type: 'adjustment.add',
      ...of,
      ms: durationMs(10_500),
      reason: 'drafting',
    });
    expect(lastOf(race)).toBe('+10.5 s penalty for Racer a, because: drafting');
    race.run({ type: 'adjustment.add', ...of, ms: durationMs(-5000), reason: '' });
    expect(lastOf(race)).toBe('−5 s bonus for Racer a');
    race.run({ type: 'adjustment.remove', ...of, adjustmentId });
    expect(lastOf(race)).toBe('Took back a penalty or bonus of Racer a');
    race.run({ type: 'precision.set', precision: { unit: durationMs(1000), direction: 'up' } });
    expect(lastOf(race)).toBe('Changed the precision of results: 1 s, rounded up');
  });

  test('a reading that was undone and is chosen is one choice', () => {
    const race = createRace('a');
    race.run(tap('finish', 'a'), { second: 100 });
    const { id: tapId } = race.run(tap('finish', 'a'), { second: 101 });
    race.run({ type: 'tap.undo', tapId });
    race.run({ type: 'tap.choose', tapId });
    expect(lastOf(race)).toBe('Chose another reading (23:15:01.000) for the finish of Racer a');
  });

  test('a tap without a racer, and whom it is given to', () => {
    const race = createRace('a');
    const { id: tapId } = race.run(tap('finish', null), { second: 100, lateMs: 90_000 });
    expect(lastOf(race)).toBe('Finish at 23:15:00.000, no racer yet, sent later');
    race.run({ type: 'tap.assign', tapId, racerId: 'a' });
    expect(lastOf(race)).toBe('Gave the finish at 23:15:00.000 to Racer a');
  });

  test('many racers are counted', () => {
    expect(lastOf(createRace('a', 'b', 'c', 'd', 'e'))).toBe('Added Racer a, Racer b and 3 more racers');
    expect(lastOf(createRace('a', 'b', 'c'))).toBe('Added Racer a, Racer b and Racer c');
  });

  test('racers go and come back', () => {
    const race = createRace('a');
    race.run({ type: 'entry.remove', racerId: 'a' });
    race.run({ type: 'entry.restore', racerId: 'a' });
    expect(told(race).slice(0, 2)).toEqual(['Brought Racer a back', 'Removed Racer a']);
  });

  test('those who run the event are named, and what follows from a step is not told as another', () => {
    const race = createRace();
    race.run({ type: 'admin.invite', email: 'bo@example.com' });
    race.run({ type: 'admin.join' }, { actor: user('helper', { key: 'admin' }) });
    race.run({ type: 'admin.join' }, { actor: user('guest', { key: 'admin' }) });
    race.run({ type: 'group.share' });
    race.run({ type: 'owner.change', userId: 'helper' });
    race.run({ type: 'keys.rotate', which: 'admin' }, { actor: user('helper') });
    race.run({ type: 'admin.remove', userId: 'coach' }, { actor: user('helper') });
    expect(told(race).slice(0, 7)).toEqual([
      'Removed the admin who has gone since; the admin link changed',
      'Changed the admin link, which ended the access of 1 guest',
      'Handed the event over to Helen',
      'Shared the event to the public group',
      'Joined by the admin link',
      'Joined by the admin link',
      'Invited bo@example.com',
    ]);
  });

  test('settings, sharing and links', () => {
    const race = createRace();
    race.run({ type: 'event.configure', initialsOnly: true, isIndexed: false });
    race.run({ type: 'group.share' });
    race.run({ type: 'group.withdraw' });
    race.run({ type: 'keys.rotate', which: 'viewer' });
    race.run({ type: 'event.rename', name: 'Wednesday' });
    race.run({ type: 'event.delete' });
    race.run({ type: 'event.restore' });
    expect(told(race).slice(0, 7)).toEqual([
      'Brought the event back',
      'Deleted the event',
      'Renamed the event to Wednesday',
      'Changed the viewer link',
      'Removed the event from the public group',
      'Shared the event to the public group',
      'Changed the settings: viewers see initials only',
    ]);
  });

  test('[SR7] statuses that were set together are one sentence', () => {
    const race = createRace('a', 'b');
    race.run({ type: 'statuses.set', racerIds: ['a', 'b'], status: 'DNS', reason: 'fog' });
    expect(lastOf(race)).toBe('DNS: 2 racers, because: fog');
    race.run({ type: 'statuses.set', racerIds: ['a', 'b'], status: 'OK', reason: '' });
    expect(lastOf(race)).toBe('Placed 2 racers again');
  });

  test('[SR2] a time at a split is told by the name of its point', () => {
    const race = createRace('a');
    race.run({ type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Bridge' }] } });
    const { id: tapId } = race.run({ type: 'tap.record', line: 'p1', run: 1, racerId: 'a' }, { second: 100 });
    expect(lastOf(race)).toBe('Bridge: Racer a at 23:15:00.000');
    race.run({ type: 'tap.undo', tapId });
    expect(lastOf(race)).toBe('Took back the Bridge of Racer a');
  });

  test('a copy says how many it took along', () => {
    const source = createRace('a', 'b').event;
    const copy = createHistory('copy');
    copy.run({ type: 'event.duplicate', sourceId: 'event' }, { source });
    expect(told(copy)).toEqual(['Created Tuesday 10 (copy) as a copy with 2 racers']);
  });

  test('[LG19] names stand apart from the words, whatever is in them', () => {
    const race = createRace();
    const name = '<b>שרה</b>';
    race.run({ type: 'entries.add', racers: [{ racerId: 'a', name, groups: [], bib: null }] });
    expect(describeStep(listSteps(race.log)[0]!, race.event, names)).toEqual(['Added ', { name }]);
    race.run({ type: 'entry.rename', racerId: 'a', name: 'a\u2069b\u2068c' });
    expect(describeStep(listSteps(race.log)[0]!, race.event, names)).toEqual([
      'Renamed ',
      { name },
      ' to ',
      { name: 'abc' },
    ]);
  });
});

test('without the log, the taps tell what they can: the same rows, under the same commands', () => {
  const race = createRace('a', 'b');
  race.run(tap('start', 'a'), { second: 100 });
  race.run(tap('start', 'a'), { second: 101 });
  race.run(tap('finish', null), { second: 160 });
  const logged = race.log.filter(({ type }) => type === 'tap-recorded');
  expect(told(race, recordedTaps(race.event))).toEqual(told(race, logged));
  expect(recordedTaps(race.event).map(({ commandId, seq }) => [commandId, seq])).toEqual(
    logged.map(({ commandId, seq }) => [commandId, seq]),
  );
});
