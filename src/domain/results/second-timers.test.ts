import { describe, expect, test } from 'vitest';
import { createRace, user } from '../../../tests/support/event-history.ts';
import { erasePerson } from '../events/erase-person.ts';
import { epochMs } from '../units.ts';
import { correctionOf, listFilled, listMissing } from './missing-times.ts';
import {
  bandOf,
  comparePairs,
  listDisagreements,
  listOverruled,
  listPhones,
  listTimekeepers,
  matchReadings,
} from './second-timers.ts';

const on = (line: string, racerId: string | null) => ({ type: 'tap.record', line, run: 1, racerId }) as const;
const seconds = (ms: number) => ms * 1000;

const sam = user('sam');
const main = { deviceId: 'main' };
const hand = { deviceId: 'hand', actor: sam };

/** Racers who start 30 s apart; main reads at 600 s after the start, and the other phone later by these ms. */
function twoPhones(differences: readonly (number | null)[], missing: readonly number[] = []) {
  const ids = differences.map((_, index) => `r${index}`);
  const race = createRace(...ids);
  race.run({ type: 'admin.join' }, { actor: user('sam', { key: 'admin' }) });
  ids.forEach((id, index) => race.run(on('start', id), { second: 100 + index * 30, deviceId: 'starter' }));
  ids.forEach((id, index) => {
    const second = 700 + index * 30;
    const difference = differences[index] ?? null;
    if (!missing.includes(index)) race.run(on('finish', id), { second, ...main });
    if (difference !== null) race.run(on('finish', id), { second: second + difference / 1000, ...hand });
  });
  return race;
}

const byMain = { type: 'race.configure', settings: { readings: 'device', mainDevice: 'main' } } as const;
const matchedOf = ({ event }: ReturnType<typeof createRace>) => matchReadings(event);

test('[F7] differences have five bands', () => {
  expect([0, -250, 251, 750, 2_000, -4_999, 5_001].map(bandOf)).toEqual([0, 0, 1, 1, 2, 3, 4]);
});

test('[F7] readings are matched by racer and line, one for each phone', () => {
  const race = twoPhones([100, -300, 6_000, null]);
  race.run(on('finish', 'r0'), { second: 701, ...hand });
  race.run(on('zero', 'r0'), { second: 1, ...hand });
  const matched = matchedOf(race).filter(({ readings }) => readings.length > 1);
  expect(matched.map(({ racer, line, difference }) => [racer.entry.racerId, line, Math.round(difference)])).toEqual([
    ['r0', 'finish', 100],
    ['r1', 'finish', 300],
    ['r2', 'finish', 6_000],
  ]);
  expect(comparePairs(matched)).toEqual([{ line: 'finish', one: 'hand', other: 'main', bands: [1, 1, 0, 0, 1] }]);
  expect(listDisagreements(matched).map(({ racer }) => racer.entry.racerId)).toEqual(['r2', 'r1']);
});

test("[F8] each timekeeper's usual difference is the median against the others, under the helper's own name", () => {
  const race = twoPhones([100, 120, 140, 5_000, 110]);
  race.run({ type: 'helper.name', name: 'Sam', post: 'finish' }, { actor: sam });
  race.run(on('finish', null), { second: 2_000, ...hand });
  const keepers = listTimekeepers(race.event, matchedOf(race));
  const atFinish = keepers.filter(({ line }) => line === 'finish');
  expect(atFinish.map(({ deviceId, name, taken }) => [deviceId, name, taken])).toEqual([
    ['main', '', 5],
    ['hand', 'Sam', 6],
  ]);
  const [coach, helper] = atFinish.map(({ usual }) => usual!);
  expect([coach!.median, helper!.median].map(Math.round)).toEqual([-120, 120]);
  expect([Math.round(helper!.spread), helper!.of]).toEqual([20, 5]);
  expect(keepers.find(({ line }) => line === 'start')?.usual).toBeNull();
});

test('[F9] the phone of a deleted account cannot be the main one: its times name no phone', () => {
  const { event } = twoPhones([100]);
  const erased = erasePerson(event, { userId: 'sam', email: null }, { userId: 'former-1', invited: 'former-2' });
  const keepers = listTimekeepers(erased, matchReadings(erased));
  expect(keepers.map(({ deviceId, line }) => [deviceId, line])).toContainEqual(['', 'finish']);
  expect(listPhones(keepers).toSorted()).toEqual(['main', 'starter']);
});

describe('[F10] a missing time, by FIS 611.3.2.1', () => {
  test('the correction is rounded half up to a hundredth', () => {
    const tens = (ms: number) => Array.from({ length: 10 }, () => seconds(ms));
    expect([44, 45, 54.999, 55, -45, -46, 0].map((ms) => correctionOf(tens(ms)))).toEqual([
      40, 50, 50, 60, -40, -50, 0,
    ]);
    // A mean of 0.045 s exactly, of readings that are no whole hundredths.
    const mixed = [31, 59, 44, 46, 45, 45, 12, 78, 45, 45].map(seconds);
    expect(correctionOf(mixed)).toBe(50);
    expect(correctionOf([...mixed.slice(1), seconds(21)])).toBe(40);
  });

  test('it is the mean of the ten starters before, and nobody after', () => {
    const before = Array.from({ length: 12 }, (_, index) => (index < 2 ? 900 : 44));
    const race = twoPhones([...before, 0, 700, 700], [12]);
    race.run(byMain);
    const [missing, ...more] = listMissing(race.event, matchedOf(race));
    expect(more).toEqual([]);
    expect(missing?.racer.entry.racerId).toBe('r12');
    expect(missing?.fill).toEqual({ to: epochMs(1_700_000_000_000 + seconds(1060) - 40), correction: 40, of: 10 });
  });

  test('where fewer started before, it is completed with those after, the nearest first', () => {
    const after = Array.from({ length: 9 }, (_, index) => (index < 7 ? 60 : 2_000));
    const race = twoPhones([30, 30, 30, 500, ...after], [3]);
    race.run(byMain);
    const [missing] = listMissing(race.event, matchedOf(race));
    // (3 * 30 + 7 * 60) / 10 = 51 ms
    expect(missing?.fill).toMatchObject({ correction: 50, of: 10 });
  });

  test('without a main phone, or without any racer read by both, nothing is filled', () => {
    const race = twoPhones([40, 40], [1]);
    expect(listMissing(race.event, matchedOf(race))).toEqual([]);
    const alone = twoPhones([null, 40], [1]);
    alone.run(byMain);
    expect(listMissing(alone.event, matchedOf(alone)).map(({ fill }) => fill)).toEqual([null]);
  });

  test('the filled time counts with its mark, is taken back by one step, and yields to a late tap of the main phone', () => {
    const race = twoPhones([40, 40, 40], [2]);
    race.run(byMain);
    const [missing] = listMissing(race.event, matchedOf(race));
    const { id: tapId } = missing!.hand;
    const fill = { type: 'tap.fill', tapId, ...missing!.fill! } as const;
    race.run(fill);
    expect(listMissing(race.event, matchedOf(race))).toEqual([]);
    expect(listFilled(matchedOf(race)).map(({ counting }) => counting.filled)).toEqual([{ correction: 40, of: 2 }]);
    race.run({ type: 'tap.correct', tapId, to: null });
    expect(listFilled(matchedOf(race))).toEqual([]);
    expect(listMissing(race.event, matchedOf(race))).toHaveLength(1);
    race.run(fill);
    const late = race.run(on('finish', 'r2'), { second: 760, ...main });
    expect(race.event.counting['r2 finish 1']).toBe(late.id);
  });
});

test('[F9] a tap that was made on the main phone takes the place of another when it is given, too', () => {
  const race = twoPhones([]);
  race.run({ type: 'entries.add', racers: [{ racerId: 'a', name: 'A', groups: [], bib: null }] });
  race.run(byMain);
  race.run(on('start', 'a'), { second: 100, deviceId: 'starter' });
  race.run(on('finish', 'a'), { second: 700.2, ...hand });
  const tapId = race.run(on('finish', null), { second: 700, ...main }).id;
  race.run({ type: 'tap.assign', tapId, racerId: 'a' }, hand);
  expect(race.event.counting['a finish 1']).toBe(tapId);
});

test('[F9] readings of a main phone that is chosen later are listed, to be made to count', () => {
  const race = twoPhones([-10, 10]);
  race.run({ type: 'race.configure', settings: { readings: 'device', mainDevice: 'hand' } });
  const overruled = listOverruled(race.event, matchedOf(race));
  expect(overruled.map(({ racerId, by }) => [racerId, by.deviceId])).toEqual([
    ['r0', 'hand'],
    ['r1', 'hand'],
  ]);
  for (const { id: tapId } of overruled) race.run({ type: 'tap.choose', tapId });
  expect(listOverruled(race.event, matchedOf(race))).toEqual([]);
});
