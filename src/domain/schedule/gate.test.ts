import { describe, expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { durationMs, epochMs } from '../units.ts';
import { listDue, readGate } from './gate.ts';
import { skipRacers, usualInterval } from './skip.ts';

const at = (second: number) => epochMs(1_700_000_000_000 + second * 1000);

/** Racers with their start in seconds; null: only an order. */
function listed(starts: Readonly<Record<string, number | null>>) {
  const race = createRace(...Object.keys(starts));
  race.run({
    type: 'schedule.set',
    slots: Object.entries(starts).map(([racerId, second], index) => ({
      racerId,
      order: index + 1,
      at: second === null ? null : at(second),
    })),
  });
  return race;
}
type Listed = ReturnType<typeof listed>;

/** 'b | c d, e': b is at the gate, c and d go together after b. Late racers stand before the bar. */
function gateAt({ event }: Listed, second: number): string {
  const { toGo, next, late } = readGate(event, at(second));
  const names = (racers: readonly { readonly entry: { readonly racerId: string } }[]) =>
    racers.map(({ entry }) => entry.racerId).join(' ');
  const gate = `${toGo === null ? '-' : names(toGo.racers)} > ${next.map(({ racers }) => names(racers)).join(', ')}`;
  return late.length === 0 ? gate : `${names(late)} | ${gate}`;
}

describe('who is to go', () => {
  test('[GATE1] the first in the list who has neither started nor a status', () => {
    const race = listed({ a: 100, b: 130, c: 160, d: 190, e: 220 });
    expect(gateAt(race, 10)).toBe('a > b, c, d');
    race.run(tap('start', 'a'), { second: 100 });
    race.run({ type: 'status.set', racerId: 'b', attempt: 1, status: 'DNS', reason: '' });
    expect(gateAt(race, 101)).toBe('c > d, e');
  });

  test('[GATE1] without times in the order of the list, and without a list in the order of the event', () => {
    expect(gateAt(listed({ a: null, b: null }), 10)).toBe('a > b');
    expect(gateAt(createRace('a', 'b', 'c'), 10)).toBe('a > b, c');
    expect(gateAt(createRace(), 10)).toBe('- > ');
  });

  test('[GATE1] racers with the same time go together, and racers without a time after all others', () => {
    expect(gateAt(listed({ x: null, a: 100, b: 100, c: 130 }), 10)).toBe('a b > c, x');
  });

  test('[TE7] a team that is skipped goes behind the others together, and comes back together', () => {
    const race = listed({ a1: 100, a2: 100, b: 130, c: 160 });
    const teams = { of: 'team', score: 'nth', n: 2, displaces: true, quota: null, startsTogether: true } as const;
    race.run({ type: 'format.set', format: { teams } });
    const given = ['a1', 'a2'].map((racerId) => ({ racerId, details: { team: 'Wheelers' } }));
    race.run({ type: 'details.set', given });
    const { slots, back } = skipRacers(race.event, ['a1', 'a2'], at(90));
    expect(slots.map(({ at: start }) => start)).toEqual([at(190), at(190)]);
    race.run({ type: 'schedule.set', slots });
    expect(gateAt(race, 91)).toBe('b > c, a1 a2');
    race.run({ type: 'schedule.set', slots: back });
    expect(gateAt(race, 91)).toBe('a1 a2 > b, c');
  });

  test('[TE7] a team that starts together goes with its first racer, and racers without a team alone', () => {
    const race = listed({ a1: null, b1: null, a2: null, c: null, b2: null });
    const teams = { of: 'team', score: 'nth', n: 2, displaces: true, quota: null, startsTogether: true } as const;
    race.run({ type: 'format.set', format: { teams } });
    const given = ['a1', 'a2', 'b1', 'b2'].map((racerId) => ({
      racerId,
      details: { team: racerId.startsWith('a') ? 'Wheelers' : 'Rovers' },
    }));
    race.run({ type: 'details.set', given });
    expect(gateAt(race, 10)).toBe('a1 a2 > b1 b2, c');
    expect(readGate(race.event, at(10)).toGo?.team).toBe('Wheelers');
    race.run(tap('start', 'a1'), { second: 11 });
    race.run(tap('start', 'a2'), { second: 11 });
    expect(gateAt(race, 12)).toBe('b1 b2 > c');
    race.run({ type: 'format.set', format: { teams: { ...teams, startsTogether: false } } });
    expect(gateAt(race, 12)).toBe('b1 > c, b2');
  });

  test('[GATE2] a racer who is not there gives way after half of the gap, and is late from then on', () => {
    const race = listed({ a: 100, b: 110, c: 160 });
    expect(gateAt(race, 104.9)).toBe('a > b, c');
    expect(gateAt(race, 105)).toBe('a | b > c');
    expect(gateAt(race, 124.9), 'and after 15 s at most').toBe('a | b > c');
    expect(gateAt(race, 125)).toBe('a b | c > ');
    expect(gateAt(race, 900), 'the last racer may still come').toBe('a b | c > ');
  });

  test('[GATE2] a racer who has started stays on the screen while GO is read', () => {
    const race = listed({ a: 100, b: 130, c: 134 });
    race.run(tap('start', 'a'), { second: 100 });
    const going = (second: number) => readGate(race.event, at(second)).going?.racers[0]?.entry.racerId ?? null;
    expect([98.9, 100, 102.9, 103].map(going)).toEqual([null, 'a', 'a', null]);
    race.run(tap('start', 'b'), { second: 130 });
    expect([131.9, 132].map(going), 'half of the gap to c').toEqual(['b', null]);
    expect(readGate(race.event, at(131)).changesAt).toBe(at(132));
    race.run(tap('start', 'c'), { second: 133.4 });
    expect([133.4, 134].map(going), 'the last second runs to its end').toEqual(['c', 'c']);
  });

  test('[GATE3] racers are due from the moment on at which the gate was opened, for less than a minute', () => {
    const { event } = listed({ a: 100, b: 130, c: 160 });
    const due = (since: number, now: number) => listDue(event, at(since), at(now)).map(({ entry }) => entry.racerId);
    expect(due(0, 99.9)).toEqual([]);
    expect(due(0, 100)).toEqual(['a']);
    expect(due(0, 135)).toEqual(['a', 'b']);
    expect(due(110, 135), 'a was due before the gate was opened').toEqual(['b']);
    expect(due(0, 165), 'nobody knows whether a has left').toEqual(['b', 'c']);
  });
});

describe('skip', () => {
  const skipped = (race: Listed, racerId: string, second: number) => {
    const { slots, back } = skipRacers(race.event, [racerId], at(second));
    race.run({ type: 'schedule.set', slots });
    return () => race.run({ type: 'schedule.set', slots: back });
  };

  test('[GATE5] the next free gap, a whole interval from both neighbours', () => {
    const race = listed({ a: 100, b: 130, c: 160, d: 220, e: 250 });
    const undo = skipped(race, 'a', 95);
    expect(race.event.entries['a']!.slot).toMatchObject({ at: at(190) });
    expect(gateAt(race, 95)).toBe('b > c, a, d');
    undo();
    expect(gateAt(race, 95)).toBe('a > b, c, d');
  });

  test('[GATE5] the time of a racer who does not start is free', () => {
    const race = listed({ a: 100, b: 130, c: 160, d: 190 });
    race.run({ type: 'status.set', racerId: 'c', attempt: 1, status: 'DNS', reason: '' });
    skipped(race, 'a', 95);
    expect(race.event.entries['a']!.slot!.at).toBe(at(160));
  });

  test('[GATE5] else after the last one, never in the past', () => {
    const race = listed({ a: 100, b: 130 });
    skipped(race, 'a', 95);
    expect(race.event.entries['a']!.slot!.at).toBe(at(160));
    skipped(race, 'b', 500);
    expect(race.event.entries['b']!.slot!.at).toBe(at(520));
  });

  test('[GATE5] without times the racer goes behind the last one, with or without a list', () => {
    for (const race of [listed({ a: null, b: null, c: null }), createRace('a', 'b', 'c')]) {
      const undo = skipped(race, 'a', 95);
      expect(gateAt(race, 10)).toBe('b > c, a');
      undo();
      expect(gateAt(race, 10)).toBe('a > b, c');
    }
  });

  test('the usual interval is the most frequent gap', () => {
    const starters = [0, 30, 60, 200, 230, 230].map((second) => ({ at: at(second) }));
    expect(usualInterval(starters)).toBe(durationMs(30_000));
    expect(usualInterval([{ at: null }])).toBe(60_000);
  });
});
