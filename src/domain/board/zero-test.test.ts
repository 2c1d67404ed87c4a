import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import type { EventState, Tap } from '../model/state.ts';
import { epochMs } from '../units.ts';
import { readResults } from '../results/read-results.ts';
import { listUnassigned } from '../results/second-readings.ts';
import { listZeroTests } from './zero-test.ts';

const zero = { type: 'tap.record', line: 'zero', run: 1, racerId: null } as const;

/** Taps of several phones, in milliseconds after the first. */
function withTaps(...taps: readonly (readonly [device: string, ms: number])[]): EventState {
  const race = createRace('a');
  const { id } = race.run(zero);
  const first = race.event.taps[id]!;
  const made = taps.map(([deviceId, ms], index): Tap => ({
    ...first,
    id: `tap-${index}`,
    by: { ...first.by, deviceId },
    placed: { ...first.placed, at: epochMs(first.placed.at + ms) },
  }));
  return { ...race.event, taps: Object.fromEntries(made.map((tap) => [tap.id, tap])) };
}

test('[BR4] phones that are tapped together show how far each is from the middle', () => {
  const [later, earlier] = listZeroTests(
    withTaps(['one', 0], ['two', 30], ['one', 9_000], ['two', 8_900], ['three', 9_040]),
  );
  expect(earlier!.readings.map(({ off }) => off)).toEqual([-15, 15]);
  expect(later!.readings.map(({ tap, off }) => [tap.by.deviceId, off])).toEqual([
    ['two', -80],
    ['one', 20],
    ['three', 60],
  ]);
});

test('[BR4] two taps of one phone are two tests', () => {
  expect(listZeroTests(withTaps(['one', 0], ['one', 300])).map(({ readings }) => readings.length)).toEqual([1, 1]);
});

test('[BR5] a zero test is in no result and asks for no racer', () => {
  const race = createRace('a');
  race.run(zero);
  expect(readResults(race.event).map(({ state }) => state)).toEqual(['inactive']);
  expect(listUnassigned(race.event)).toEqual([]);
  expect(race.event.splits).toEqual([]);
});
