import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRaces } from './compare.ts';
import type { TimedRace } from './races.ts';

const race = (times: Readonly<Record<string, number>>, points: readonly string[] = []): TimedRace => ({
  points,
  results: Object.entries(times).map(([racerId, ms]) => ({ racerId, name: `Racer ${racerId}`, ms, sections: [] })),
});

test('[CO3] on a windy day everybody is slower, and what is left is the rider’s own', () => {
  const calm = race({ a: 600_000, b: 610_000, c: 620_000, d: 630_000 });
  const windy = race({ a: 640_000, b: 650_000, c: 655_000, d: 672_000 });
  const { fieldChange, racers } = compareRaces(calm, windy);
  expect(fieldChange).toBe(40_000);
  expect(racers.map(({ racerId, change, ownChange }) => [racerId, change, ownChange])).toEqual([
    ['c', 35_000, -5_000],
    ['a', 40_000, 0],
    ['b', 40_000, 0],
    ['d', 42_000, 2_000],
  ]);
});

test('[CO3] two racers are no field', () => {
  const { fieldChange, racers } = compareRaces(race({ a: 1, b: 2 }), race({ a: 5, b: 6 }));
  expect(fieldChange).toBeNull();
  expect(racers.map(({ ownChange }) => ownChange)).toEqual([null, null]);
});

test('[CO3] two racers of one name are two, and those of one event alone are listed apart', () => {
  const named = (ids: readonly string[]): TimedRace => ({
    points: [],
    results: ids.map((racerId, index) => ({ racerId, name: 'Kim Lee', ms: 100 + index, sections: [] })),
  });
  const { racers, onlyBefore, onlyAfter } = compareRaces(named(['one', 'gone']), named(['new', 'one']));
  expect(racers.map(({ racerId }) => racerId)).toEqual(['one']);
  expect([onlyBefore, onlyAfter].map((list) => list.map(({ racerId }) => racerId))).toEqual([['gone'], ['new']]);
});

test('[CO2] sections are compared only between the same points, and only where both times are there', () => {
  const withParts = (points: readonly string[], sections: readonly (number | null)[]): TimedRace => ({
    points,
    results: [{ racerId: 'a', name: 'A', ms: 300, sections }],
  });
  const before = withParts(['Top'], [100, 200]);
  const same = compareRaces(before, withParts(['top'], [90, null]));
  expect(same.sections.map(({ from, to }) => [from, to])).toEqual([
    [null, 'top'],
    ['top', null],
  ]);
  expect(same.racers[0]!.sections).toEqual([{ before: 100, after: 90, change: -10 }, null]);
  const other = compareRaces(before, withParts(['Bridge'], [90, 210]));
  expect([other.sections, other.racers[0]!.sections]).toEqual([[], []]);
});

/** The comparison once more, racer by racer, as one would do it with two printed lists. */
function compareByHand(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>) {
  const both = Object.keys(before).filter((id) => id in after);
  const changes = both.map((id) => after[id]! - before[id]!);
  const sorted = [...changes].sort((one, other) => one - other);
  const half = sorted.length / 2;
  const middle = Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
  const field = both.length < 3 ? null : middle;
  const placeIn = (times: Readonly<Record<string, number>>, id: string) =>
    1 + Object.values(times).filter((ms) => ms < times[id]!).length;
  return {
    field,
    racers: Object.fromEntries(
      both.map((id) => {
        const change = after[id]! - before[id]!;
        return [
          id,
          { change, own: field === null ? null : change - field, places: [placeIn(before, id), placeIn(after, id)] },
        ];
      }),
    ),
    onlyBefore: Object.keys(before).filter((id) => !(id in after)),
    onlyAfter: Object.keys(after).filter((id) => !(id in before)),
  };
}

test('[CO3] any two events compare as they do by hand', () => {
  const times = fc.dictionary(fc.constantFrom(...'abcdefghijkl'), fc.integer({ min: 60_000, max: 60_030 }), {
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(times, times, (before, after) => {
      const made = compareRaces(race(before), race(after));
      const wanted = compareByHand(before, after);
      expect(made.fieldChange).toBe(wanted.field);
      expect(
        Object.fromEntries(
          made.racers.map(({ racerId, change, ownChange: own, places }) => [racerId, { change, own, places }]),
        ),
      ).toEqual(wanted.racers);
      expect(made.racers.map(({ change }) => change)).toEqual(
        made.racers.map(({ change }) => change).toSorted((one, other) => one - other),
      );
      const ids = (list: readonly { racerId: string }[]) => list.map(({ racerId }) => racerId).toSorted();
      expect([ids(made.onlyBefore), ids(made.onlyAfter)]).toEqual([
        wanted.onlyBefore.toSorted(),
        wanted.onlyAfter.toSorted(),
      ]);
    }),
  );
});
