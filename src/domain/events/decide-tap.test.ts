import { describe, expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { listSecondReadings } from '../results/second-readings.ts';
import { readResults } from '../results/read-results.ts';
import { uncertaintyOf } from '../results/uncertainty.ts';
import { durationMs, epochMs } from '../units.ts';
import { listSteps } from './describe-change.ts';
import { reversalOf } from './describe-reversal.ts';

type Race = ReturnType<typeof createRace>;
const at = (second: number) => epochMs(1_700_000_000_000 + second * 1000);
const on = (line: string, racerId: string | null = 'a') => ({ type: 'tap.record', line, run: 1, racerId }) as const;
const firstOf = (race: Race) => readResults(race.event)[0]!;

function timed(...racerIds: string[]): Race {
  const race = createRace(...racerIds);
  for (const racerId of racerIds) {
    race.run(tap('start', racerId), { second: 100, id: `start-${racerId}` });
    race.run(tap('finish', racerId), { second: 160, id: `finish-${racerId}` });
  }
  return race;
}

describe('lines', () => {
  test('[R9] a split is learned with its first tap, and a zero test is in no result', () => {
    const race = createRace('a');
    race.run(on('zero', null));
    race.run(on('top'));
    race.run(on('bridge'));
    race.run(on('top'));
    expect(race.event.splits).toEqual(['top', 'bridge']);
    expect(firstOf(race)).toMatchObject({ state: 'inactive', start: null, finish: null });
  });

  test('[R9] the fifty-first split is refused, and start, finish and the known ones go on', () => {
    const race = createRace('a');
    for (let number = 1; number <= 50; number += 1) race.run(on(`s${number}`));
    const enter = { type: 'tap.enter', line: 's51', racerId: 'a', to: at(9) } as const;
    expect(race.run(on('s51')).refused).toBe('too-many-splits');
    expect(race.run(enter).refused).toBe('too-many-splits');
    for (const line of ['s50', 'start', 'finish', 'zero']) expect(race.run(on(line)).refused).toBeNull();
  });
});

test('[R8] a finish given twice is a second reading, and the first counts', () => {
  const race = timed('a', 'b');
  race.run({ type: 'tap.assign', tapId: 'finish-b', racerId: 'a' });
  expect(firstOf(race)).toMatchObject({ finish: { id: 'finish-a' } });
  expect(listSecondReadings(race.event, 'a').map(({ id }) => id)).toEqual(['finish-b']);
});

describe('a time from paper', () => {
  const enter = (to: number, racerId: string | null = 'a') =>
    ({ type: 'tap.enter', line: 'finish', racerId, to: at(to) }) as const;

  test('[R10] counts, is marked as by hand, and no clock vouches for it', () => {
    const race = createRace('a');
    race.run(tap('start', 'a'), { second: 100 });
    const { id } = race.run(enter(165), { second: 500 });
    expect(race.event.taps[id]).toMatchObject({ via: 'hand', corrected: at(165) });
    expect(firstOf(race)).toMatchObject({ state: 'finished', duration: 65_000, isCorrected: true });
    expect(uncertaintyOf(firstOf(race))).toBeNull();
    race.run({ type: 'tap.undo', tapId: id });
    expect(firstOf(race).state).toBe('on-course');
  });

  test('[R10] stands beside a tap that is there already, and replaces nothing', () => {
    const race = timed('a');
    const { id } = race.run(enter(170));
    expect(firstOf(race).duration).toBe(60_000);
    expect(listSecondReadings(race.event, 'a').map((reading) => reading.id)).toEqual([id]);
  });
});

test('[R11] a filled time keeps its correction and the number of its readings, until somebody corrects it', () => {
  const race = timed('a');
  const fill = { type: 'tap.fill', tapId: 'finish-a', to: at(161), correction: durationMs(40), of: 10 } as const;
  race.run(fill);
  expect(firstOf(race)).toMatchObject({ duration: 61_000, isCorrected: true });
  expect(race.event.taps['finish-a']?.filled).toEqual({ correction: 40, of: 10 });
  expect(race.run(fill).changes).toEqual([]);
  race.run({ type: 'tap.correct', tapId: 'finish-a', to: null });
  expect(race.event.taps['finish-a']).not.toHaveProperty('filled');
  expect(firstOf(race).duration).toBe(60_000);
  expect(race.run({ ...fill, tapId: 'nowhere' }).refused).toBe('tap-not-found');
});

describe('taps that are shifted together', () => {
  const shift = (tapIds: readonly string[], ms: number) =>
    ({ type: 'taps.shift', tapIds, ms: durationMs(ms), reason: 'the wave left late' }) as const;
  const durations = (race: Race) => readResults(race.event).map(({ duration }) => duration);
  const starts = ['start-a', 'start-b'];

  test('[R13] move their results, and one undo moves all of them back', () => {
    const race = timed('a', 'b', 'c');
    race.run(shift(starts, 10_000));
    expect(durations(race)).toEqual([50_000, 50_000, 60_000]);
    const reversal = reversalOf(listSteps(race.log)[0]!, race.event)!;
    race.run(reversal.body);
    expect(durations(race)).toEqual([60_000, 60_000, 60_000]);
    expect(race.event.shifts).toEqual({});
    expect(race.run(reversal.body)).toMatchObject({ refused: null, changes: [] });
  });

  test('[R13] shifts add up, and each is undone alone', () => {
    const race = timed('a', 'b');
    const first = race.run(shift(starts, 10_000));
    race.run(shift(['start-a', 'start-a', 'nowhere'], 5000));
    expect(durations(race)).toEqual([45_000, 50_000]);
    race.run({ type: 'shift.undo', shiftId: first.id });
    expect(durations(race)).toEqual([55_000, 60_000]);
    expect(race.run(shift(['nowhere'], 5000)).refused).toBe('tap-not-found');
  });

  test('[R13] a time that was set by hand is not moved, before or after', () => {
    const race = timed('a', 'b');
    race.run({ type: 'tap.correct', tapId: 'start-a', to: at(120) });
    const { id } = race.run(shift(starts, 10_000));
    race.run({ type: 'tap.correct', tapId: 'start-b', to: at(130) });
    expect(durations(race)).toEqual([40_000, 30_000]);
    race.run({ type: 'shift.undo', shiftId: id });
    expect(durations(race)).toEqual([40_000, 30_000]);
  });
});
