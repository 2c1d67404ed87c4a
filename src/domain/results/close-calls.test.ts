import { describe, expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import type { TapWay } from '../model/state.ts';
import { durationMs, epochMs } from '../units.ts';
import { listCloseCalls } from './close-calls.ts';
import { type LeaderboardRow, readLeaderboard } from './read-leaderboard.ts';
import { uncertaintyOf } from './uncertainty.ts';

/** Finish times in ms by racer, every tap with the same uncertainty, of the clock alone. */
function ranking(times: Readonly<Record<string, number>>, uncertainty: number, correct?: string): LeaderboardRow[] {
  const race = createRace(...Object.keys(times));
  for (const [racerId, ms] of Object.entries(times)) {
    race.run(tap('start', racerId), { second: 100 });
    const { id } = race.run(tap('finish', racerId), { second: 100 + ms / 1000 });
    if (racerId === correct) race.run({ type: 'tap.correct', tapId: id, to: epochMs(1_700_000_100_000 + ms) });
  }
  const doubtful = <Tap extends LeaderboardRow['start']>(made: Tap): Tap =>
    made && { ...made, via: 'gate', placed: { ...made.placed, uncertainty: durationMs(uncertainty) } };
  return readLeaderboard(race.event).ranked.map((racer) => ({
    ...racer,
    start: doubtful(racer.start),
    finish: doubtful(racer.finish),
  }));
}
const closeOf = (...args: Parameters<typeof ranking>) => [...listCloseCalls(ranking(...args))].toSorted();

describe('[RES13] too close to call', () => {
  test('are neighbours whose difference is smaller than both can be off', () => {
    expect(closeOf({ a: 60_000, b: 60_019, c: 60_100, d: 60_120 }, 5)).toEqual(['a', 'b']);
    expect(closeOf({ a: 60_000, b: 60_020 }, 5)).toEqual([]);
  });

  test('are equal times too, unless the clocks are without doubt', () => {
    expect(closeOf({ a: 60_000, b: 60_000 }, 1)).toEqual(['a', 'b']);
    expect(closeOf({ a: 60_000, b: 60_000 }, 0)).toEqual([]);
  });

  test('is no time by a clock that was never measured', () => {
    expect(closeOf({ a: 60_000, b: 60_001 }, 3_600_000)).toEqual([]);
  });

  test('is no time that was set by hand, and the two around it still may be', () => {
    expect(closeOf({ a: 60_000, b: 60_001, c: 60_002 }, 5, 'b')).toEqual(['a', 'c']);
    expect(closeOf({ a: 60_000, b: 60_001 }, 5, 'b')).toEqual([]);
  });
});

test('[RES7] the way a tap was made adds to the uncertainty of its clock', () => {
  const [racer] = ranking({ a: 60_000 }, 5);
  const made = (start: TapWay, finish?: TapWay): LeaderboardRow => {
    const { via: _, ...unsaid } = racer!.finish!;
    return {
      ...racer!,
      start: { ...racer!.start!, via: start },
      finish: finish === undefined ? unsaid : { ...unsaid, via: finish },
    };
  };
  expect(uncertaintyOf(made('gate', 'gate'))).toBe(10);
  expect(uncertaintyOf(made('gate', 'button'))).toBe(27);
  expect(uncertaintyOf(made('gate')), 'most likely a finger').toBe(27);
  expect(uncertaintyOf(made('gate', 'key'))).toBe(25);
  expect(uncertaintyOf(made('gate', 'hand'))).toBeNull();
});
