import { describe, expect, test } from 'vitest';
import { createRace, racer, tap, user } from '../../../tests/support/event-history.ts';
import { readResults } from '../results/read-results.ts';
import { rowsOf } from '../results/rows.ts';
import { epochMs } from '../units.ts';

const begin = { type: 'rehearsal.begin' } as const;
const end = (keeps = false) => ({ type: 'rehearsal.end', keeps }) as const;
const dummy = { type: 'entries.add', racers: [{ ...racer('dummy'), rehearsal: true as const }] } as const;
const at = (second: number) => epochMs(1_700_000_000_000 + second * 1000);

/** Racer a and a made-up racer, in a rehearsal that began at second 1000. */
function rehearse() {
  const race = createRace('a');
  race.run(begin, { second: 1000 });
  race.run(dummy, { second: 1001 });
  return race;
}

describe('a rehearsal', () => {
  test('[R15] does not begin once a tap counts, and does after that was undone', () => {
    const race = createRace('a');
    const { id } = race.run(tap('start', 'a'));
    expect(race.run(begin).refused).toBe('race-has-begun');
    race.run({ type: 'tap.undo', tapId: id });
    expect(race.run(begin).refused).toBeNull();
    expect(race.run(begin)).toMatchObject({ refused: null, changes: [] });
  });

  test('[R15] is begun by the owner, and any timekeeper ends it', () => {
    const race = createRace('a');
    const helper = user('helper', { key: 'admin' });
    race.run({ type: 'admin.join' }, { actor: helper });
    expect(race.run(begin, { actor: helper }).refused).toBe('permission-denied');
    race.run(begin);
    expect(race.run(end(), { actor: helper }).refused).toBeNull();
  });

  test('[R15] is where racers are made up; outside of one they are refused', () => {
    const race = createRace('a');
    expect(race.run(dummy).refused).toBe('no-rehearsal');
    race.run(begin);
    expect(race.run(dummy).refused).toBeNull();
    race.run(end());
    expect(race.run(end())).toMatchObject({ refused: null, changes: [] });
    expect(race.run(dummy).refused).toBe('no-rehearsal');
  });

  test('[R15] makes up nobody in the place of a racer who was removed', () => {
    const race = createRace('a');
    race.run({ type: 'entry.remove', racerId: 'a' });
    race.run(begin);
    expect(race.run({ type: 'entries.add', racers: [{ ...racer('a'), rehearsal: true }] }).changes).toEqual([]);
    race.run(end());
    expect(race.run({ type: 'entry.restore', racerId: 'a' }).refused).toBeNull();
  });

  test('[R16] ends with its taps and made-up racers wiped, and the rulings as they were', () => {
    const race = createRace('a', 'b');
    const dns = { type: 'status.set', racerId: 'b', attempt: 1, status: 'DNS', reason: 'ill' } as const;
    race.run(dns);
    const { taps, counting, rulings, entries } = race.event;
    race.run(begin, { second: 1000 });
    race.run(dummy, { second: 1001 });
    for (const racerId of ['a', 'b', 'dummy', null]) race.run(tap('start', racerId), { second: 1010 });
    race.run({ type: 'tap.enter', line: 'finish', racerId: 'a', to: at(5) }, { second: 1020 });
    race.run({ ...dns, status: 'OK' }, { second: 1030 });
    race.run({ ...dns, racerId: 'a', status: 'DSQ' }, { second: 1040 });
    race.run(end(), { second: 2000 });
    expect(race.event).toMatchObject({ taps, counting, rulings, entries, rehearsal: null });
    expect(Object.keys(race.event.taps)).toEqual([]);
    expect(Object.keys(race.event.entries)).toEqual(['a', 'b']);
    race.run(tap('start', 'a'), { second: 2001 });
    expect(readResults(race.event)[0]?.state).toBe('on-course');
  });

  test('[R16] leaves a tap that was made before it, whenever it arrived', () => {
    const race = rehearse();
    const { id } = race.run(tap('start', 'a'), { second: 990, lateMs: 20_000 });
    const given = race.run(tap('finish', null), { second: 995, lateMs: 20_000 });
    race.run({ type: 'tap.assign', tapId: given.id, racerId: 'dummy' });
    race.run(end(), { second: 2000 });
    expect(readResults(race.event)).toMatchObject([{ state: 'on-course', start: { id } }]);
    expect(race.event.taps[given.id], 'a tap given to a made-up racer is not lost').toMatchObject({ racerId: null });
  });

  test('[R17] a tap of it that arrives later counts nowhere, and stays in the history', () => {
    const race = rehearse();
    race.run(end(), { second: 2000 });
    const { id } = race.run(tap('start', 'a'), { second: 1500 });
    expect(race.event.taps[id]?.undone).toBe(true);
    expect(readResults(race.event)[0]?.state).toBe('inactive');
    expect(race.run(tap('start', 'dummy'), { second: 1501 })).toMatchObject({ refused: null, changes: [] });
    expect(race.run({ type: 'tap.undo', tapId: 'wiped' }, { second: 1502 })).toMatchObject({ refused: null });
    expect(race.run({ type: 'tap.undo', tapId: 'wiped' }, { second: 2001 }).refused).toBe('tap-not-found');
  });

  test('[R18] that was the race after all keeps the taps of real racers and drops the made-up ones', () => {
    const race = rehearse();
    const dnf = { type: 'status.set', racerId: 'a', attempt: 1, status: 'DNF', reason: '' } as const;
    race.run(tap('start', 'a'), { second: 1100 });
    race.run(tap('start', 'dummy'), { second: 1100 });
    race.run(tap('finish', 'a'), { second: 1160 });
    race.run({ ...dnf, status: 'OTL' }, { second: 1170 });
    race.run(end(true), { second: 2000 });
    expect(readResults(race.event)).toMatchObject([{ entry: { racerId: 'a' }, status: 'OTL', gross: 60_000 }]);
    expect(Object.values(race.event.taps).map(({ racerId }) => racerId)).toEqual(['a', 'a']);
    race.run(tap('finish', 'a'), { second: 1165 });
    expect(Object.values(race.event.taps).map(({ undone }) => undone)).toEqual([false, false, false]);
  });

  test('[R19] is in no stored result while it goes on, nor after it', () => {
    const race = createRace('a', 'b');
    const before = rowsOf(race.event, 'all').rows.map((row) => ({ ...row, seq: 0 }));
    const rows = () => rowsOf(race.event, 'all').rows.map((row) => ({ ...row, seq: 0 }));
    race.run(begin, { second: 1000 });
    race.run(dummy, { second: 1001 });
    for (const racerId of ['a', 'dummy']) race.run(tap('start', racerId), { second: 1010 });
    race.run({ type: 'status.set', racerId: 'b', attempt: 1, status: 'DNS', reason: '' }, { second: 1011 });
    expect(readResults(race.event)[0]?.state, 'the screens show it').toBe('on-course');
    expect(rows()).toEqual(before);
    race.run(end(), { second: 2000 });
    expect(rows()).toEqual(before);
  });
});
