import { expect, test } from 'vitest';
import { createRace, racer, tap } from '../../../tests/support/event-history.ts';
import { listStoppedRuns, timesOf } from '../results/stopped-runs.ts';
import { listDue } from '../schedule/gate.ts';
import { durationMs, epochMs } from '../units.ts';
import type { Step } from './describe-change.ts';
import { reversalOf } from './describe-reversal.ts';
import { applyAll } from './apply.ts';
import { countLateStarts, isStoppedAt, stopNow } from '../model/stops.ts';

const at = (second: number) => epochMs(1_700_000_000_000 + second * 1000);
const planned = (race: ReturnType<typeof createRace>, racerId: string) =>
  (race.event.entries[racerId]!.slot!.at! - at(0)) / 1000;

/** a, b and c, planned for the seconds 100, 130 and 160. */
function createPlanned() {
  const race = createRace('a', 'b', 'c');
  const slots = ['a', 'b', 'c'].map((racerId, order) => ({ racerId, order, at: at(100 + order * 30) }));
  race.run({ type: 'schedule.set', slots });
  return race;
}

test('[STOP1] a stop counts from the moment of the press, and a second one changes nothing', () => {
  const race = createPlanned();
  race.run({ type: 'race.stop' }, { id: 'stop', second: 110 });
  expect(stopNow(race.event)).toEqual({ id: 'stop', from: at(110), to: null });
  expect(race.run({ type: 'race.stop' }, { second: 111 })).toMatchObject({ refused: null, changes: [] });
});

test('[STOP1] of two phones that stop at once the earlier moment counts, in either order', () => {
  const race = createPlanned();
  race.run({ type: 'race.stop' }, { id: 'stop', second: 110 });
  race.run({ type: 'race.stop' }, { second: 105, lateMs: 20_000 });
  expect(race.event.stops).toEqual([{ id: 'stop', from: at(105), to: null }]);
});

test('[STOP1] a stop is not refused for a clock that was never set, nor for one that is ahead', () => {
  for (const second of [-1_700_000_000, 500]) {
    const race = createPlanned();
    const lateMs = (200 - second) * 1000;
    expect(race.run({ type: 'race.stop' }, { second, lateMs }).refused).toBeNull();
    expect(stopNow(race.event)!.from).toBe(at(200));
  }
});

test('[STOP2] a start on a phone that had not heard of the stop is kept, counts, and asks', () => {
  const race = createPlanned();
  race.run(tap('start', 'a'), { second: 100 });
  race.run({ type: 'race.stop' }, { id: 'stop', second: 110 });
  race.run(tap('start', 'b'), { second: 130, lateMs: 60_000 });
  const runs = listStoppedRuns(race.event, stopNow(race.event)!);
  expect(runs.map(({ racer: { entry, state }, isLate }) => [entry.racerId, state, isLate])).toEqual([
    ['a', 'on-course', false],
    ['b', 'on-course', true],
  ]);
  expect(countLateStarts(race.event)).toBe(1);
});

test('[STOP2] a stop of a phone that was offline asks about the three who were started since', () => {
  const race = createPlanned();
  ['a', 'b', 'c'].forEach((racerId, index) => race.run(tap('start', racerId), { second: 120 + index * 30 }));
  race.run({ type: 'race.stop' }, { second: 110, lateMs: 100_000 });
  const runs = listStoppedRuns(race.event, stopNow(race.event)!);
  expect(runs.map(({ isLate }) => isLate)).toEqual([true, true, true]);
});

test('[STOP3] the gate starts nobody by the list for a second at which the race was stopped, whatever comes later', () => {
  const race = createPlanned();
  race.run({ type: 'race.stop' }, { id: 'stop', second: 90 });
  expect(listDue(race.event, at(0), at(101))).toEqual([]);
  race.run({ type: 'race.resume', stopId: 'stop', ms: durationMs(0) }, { second: 102 });
  expect(listDue(race.event, at(0), at(103))).toEqual([]);
  expect(listDue(race.event, at(0), at(131)).map(({ entry }) => entry.racerId)).toEqual(['b']);
});

test('[STOP4] racers who have not started go later by what was said, and nobody else', () => {
  const race = createPlanned();
  race.run(tap('start', 'b'), { second: 99 });
  race.run({ type: 'race.stop' }, { id: 'stop', second: 110 });
  race.run({ type: 'race.resume', stopId: 'stop', ms: durationMs(600_000) }, { second: 700 });
  expect(['a', 'b', 'c'].map((racerId) => planned(race, racerId))).toEqual([700, 130, 760]);
});

test('[STOP4] two phones let the race go on: the starts move once, and later words about that stop change nothing', () => {
  const race = createPlanned();
  race.run({ type: 'race.stop' }, { id: 'stop', second: 110 });
  const resume = { type: 'race.resume', stopId: 'stop', ms: durationMs(600_000) } as const;
  race.run(resume, { second: 700 });
  expect(race.run(resume, { second: 701 })).toMatchObject({ refused: null, changes: [] });
  expect(race.run({ type: 'race.stop' }, { second: 300 })).toMatchObject({ refused: null, changes: [] });
  expect(planned(race, 'a')).toBe(700);
});

test('[STOP4] a race that was never stopped has nothing to go on from', () => {
  const race = createPlanned();
  const resume = { type: 'race.resume', stopId: 'stop', ms: durationMs(1000) } as const;
  expect(race.run(resume)).toMatchObject({ refused: null, changes: [] });
});

test('[STOP5] the end of a stop is taken back: it is the same stop, and the starts are where they were', () => {
  const race = createPlanned();
  race.run({ type: 'race.stop' }, { id: 'stop', second: 110 });
  race.run({ type: 'race.resume', stopId: 'stop', ms: durationMs(600_000) }, { id: 'resume', second: 700 });
  race.run({ type: 'race.stop', undoes: 'resume' }, { second: 705 });
  expect(stopNow(race.event)).toEqual({ id: 'stop', from: at(110), to: null });
  expect(['a', 'b', 'c'].map((racerId) => planned(race, racerId))).toEqual([100, 130, 160]);
  expect(race.run({ type: 'race.stop', undoes: 'resume' })).toMatchObject({ refused: null, changes: [] });
});

test('[STOP5] the history takes a stop back, and the end of one', () => {
  const race = createPlanned();
  const stop = race.run({ type: 'race.stop' }, { id: 'stop', second: 110 });
  const undo = reversalOf(stop.changes as unknown as Step, race.event);
  expect(undo?.body).toEqual({ type: 'race.resume', stopId: 'stop', ms: 0 });
  const resume = race.run({ type: 'race.resume', stopId: 'stop', ms: durationMs(0) }, { id: 'resume', second: 120 });
  expect(reversalOf(stop.changes as unknown as Step, race.event)).toBeNull();
  expect(reversalOf(resume.changes as unknown as Step, race.event)?.body).toEqual({
    type: 'race.stop',
    undoes: 'resume',
  });
});

test('[STOP6] a run is ruled on: again, with a status, or kept; then it is asked about no more', () => {
  const race = createPlanned();
  for (const racerId of ['a', 'b', 'c']) race.run(tap('start', racerId), { second: 100 });
  race.run({ type: 'race.stop' }, { id: 'stop', second: 110 });
  const runs = () => listStoppedRuns(race.event, stopNow(race.event)!);
  for (const tapId of timesOf(race.event, runs().slice(0, 1))) race.run({ type: 'tap.undo', tapId });
  const ofRun = { attempt: 1, reason: 'The race was stopped' };
  race.run({ type: 'status.set', racerId: 'b', status: 'DNF', ...ofRun });
  race.run({ type: 'status.set', racerId: 'c', status: 'OK', ...ofRun });
  expect(runs()).toEqual([]);
  race.run(tap('start', 'a'), { second: 900 });
  expect(race.event.counting['a start 1']).toBeDefined();
});

test('[STOP7] a stop of a rehearsal goes with it, and stays where it was the race after all', () => {
  for (const keeps of [false, true]) {
    const race = createPlanned();
    race.run({ type: 'rehearsal.begin' });
    race.run({ type: 'race.stop' });
    race.run({ type: 'rehearsal.end', keeps });
    expect(stopNow(race.event) !== null).toBe(keeps);
  }
});

test('[STOP8] a race without racers is stopped, and one of 5,000 with one change', () => {
  const empty = createRace();
  expect(empty.run({ type: 'race.stop' }).changes).toHaveLength(1);
  const race = createRace();
  const racers = Array.from({ length: 5000 }, (_, index) => racer(`r${index}`));
  race.run({ type: 'entries.add', racers });
  const slots = racers.map(({ racerId }, order) => ({ racerId, order, at: at(100 + order) }));
  race.run({ type: 'schedule.set', slots });
  race.run({ type: 'race.stop' }, { id: 'stop', second: 100 });
  const { changes } = race.run({ type: 'race.resume', stopId: 'stop', ms: durationMs(60_000) }, { second: 160 });
  expect(changes).toHaveLength(1);
  expect(JSON.stringify(changes).length).toBeLessThan(400);
  expect(race.event.entries['r4999']!.slot!.at).toBe(at(100 + 4999 + 60));
  expect(applyAll(null, race.log)).toEqual(race.event);
});

test('[STOP2] a start is held against every stop, open or over', () => {
  const race = createPlanned();
  race.run({ type: 'race.stop' }, { id: 'stop', second: 110 });
  race.run({ type: 'race.resume', stopId: 'stop', ms: durationMs(0) }, { second: 120 });
  expect([109, 110, 119, 120].map((second) => isStoppedAt(race.event, at(second)))).toEqual([false, true, true, false]);
});
