import { describe, expect, test } from 'vitest';
import { createRace, racer, tap } from '../../../tests/support/event-history.ts';
import { viewEvent } from '../sights/views.ts';
import { listSecondReadings } from '../results/second-readings.ts';
import { readResults } from '../results/read-results.ts';
import { uncertaintyOf } from '../results/uncertainty.ts';
import { durationMs, epochMs } from '../units.ts';
import { describeStep, listSteps } from './describe-change.ts';
import { plainText } from './sentence.ts';
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
  test('[RC9] a split is learned with its first tap, and a zero test is in no result', () => {
    const race = createRace('a');
    race.run(on('zero', null));
    race.run(on('top'));
    race.run(on('bridge'));
    race.run(on('top'));
    expect(race.event.splits).toEqual(['top', 'bridge']);
    expect(firstOf(race)).toMatchObject({ state: 'inactive', start: null, finish: null });
  });

  test('[RC9] the fifty-first split is refused, and start, finish and the known ones go on', () => {
    const race = createRace('a');
    for (let number = 1; number <= 50; number += 1) race.run(on(`s${number}`));
    const enter = { type: 'tap.enter', line: 's51', racerId: 'a', to: at(9) } as const;
    expect(race.run(on('s51')).refused).toBe('too-many-splits');
    expect(race.run(enter).refused).toBe('too-many-splits');
    for (const line of ['s50', 'start', 'finish', 'zero']) expect(race.run(on(line)).refused).toBeNull();
  });
});

test('[RC8] a finish given twice is a second reading, and the first counts', () => {
  const race = timed('a', 'b');
  race.run({ type: 'tap.assign', tapId: 'finish-b', racerId: 'a' });
  expect(firstOf(race)).toMatchObject({ finish: { id: 'finish-a' } });
  expect(listSecondReadings(race.event, 'a').map(({ id }) => id)).toEqual(['finish-b']);
});

describe('a time from paper', () => {
  const enter = (to: number, racerId: string | null = 'a') =>
    ({ type: 'tap.enter', line: 'finish', racerId, to: at(to) }) as const;

  test('[RC10] counts, is marked as by hand, and no clock vouches for it', () => {
    const race = createRace('a');
    race.run(tap('start', 'a'), { second: 100 });
    const { id } = race.run(enter(165), { second: 500 });
    expect(race.event.taps[id]).toMatchObject({ via: 'hand', corrected: at(165) });
    expect(firstOf(race)).toMatchObject({ state: 'finished', duration: 65_000, isCorrected: true });
    expect(uncertaintyOf(firstOf(race))).toBeNull();
    race.run({ type: 'tap.undo', tapId: id });
    expect(firstOf(race).state).toBe('on-course');
  });

  test('[RC10] stands beside a tap that is there already, and replaces nothing', () => {
    const race = timed('a');
    const { id } = race.run(enter(170));
    expect(firstOf(race).duration).toBe(60_000);
    expect(listSecondReadings(race.event, 'a').map((reading) => reading.id)).toEqual([id]);
  });
});

test('[RC11] a filled time keeps its correction and the number of its readings, until somebody corrects it', () => {
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

describe('a time that was read off a camera', () => {
  test('[EYE8] is as unsure as its camera says, in place of a finger, and the history says so', () => {
    const race = timed('a');
    const ofFinger = uncertaintyOf(firstOf(race))!;
    race.run({ type: 'tap.see', tapId: 'finish-a', uncertainty: durationMs(56) });
    expect(uncertaintyOf(firstOf(race))).toBe(ofFinger - 17 + 56);
    const [step] = listSteps(race.log);
    expect(plainText(describeStep(step!, race.event, () => null))).toContain('off the camera’s strip, ±56 ms');
  });

  test('[EYE8] says nothing of a tap that is not there, and once what it has said', () => {
    const race = timed('a');
    const see = { type: 'tap.see', tapId: 'finish-a', uncertainty: durationMs(21) } as const;
    expect(race.run({ ...see, tapId: 'nobody' }).refused).toBe('tap-not-found');
    race.run(see);
    expect(race.run(see).changes).toEqual([]);
  });

  test('[EYE8] viewers are told how the time was made, as of any other tap', () => {
    const race = timed('a');
    race.run({ type: 'tap.see', tapId: 'finish-a', uncertainty: durationMs(21) });
    expect(viewEvent(race.event, 'plain').taps['finish-a']).toMatchObject({ seen: 21 });
  });
});

describe('taps that are shifted together', () => {
  const shift = (tapIds: readonly string[], ms: number) =>
    ({ type: 'taps.shift', tapIds, ms: durationMs(ms), reason: 'the wave left late' }) as const;
  const durations = (race: Race) => readResults(race.event).map(({ duration }) => duration);
  const starts = ['start-a', 'start-b'];

  test('[RC13] move their results, and one undo moves all of them back', () => {
    const race = timed('a', 'b', 'c');
    race.run(shift(starts, 10_000));
    expect(durations(race)).toEqual([50_000, 50_000, 60_000]);
    const reversal = reversalOf(listSteps(race.log)[0]!, race.event)!;
    race.run(reversal.body);
    expect(durations(race)).toEqual([60_000, 60_000, 60_000]);
    expect(race.event.shifts).toEqual({});
    expect(race.run(reversal.body)).toMatchObject({ refused: null, changes: [] });
  });

  test('[RC13] shifts add up, and each is undone alone', () => {
    const race = timed('a', 'b');
    const first = race.run(shift(starts, 10_000));
    race.run(shift(['start-a', 'start-a', 'nowhere'], 5000));
    expect(durations(race)).toEqual([45_000, 50_000]);
    race.run({ type: 'shift.undo', shiftId: first.id });
    expect(durations(race)).toEqual([55_000, 60_000]);
    expect(race.run(shift(['nowhere'], 5000)).refused).toBe('tap-not-found');
  });

  test('[RC13] a time that was set by hand is not moved, before or after', () => {
    const race = timed('a', 'b');
    race.run({ type: 'tap.correct', tapId: 'start-a', to: at(120) });
    const { id } = race.run(shift(starts, 10_000));
    race.run({ type: 'tap.correct', tapId: 'start-b', to: at(130) });
    expect(durations(race)).toEqual([40_000, 30_000]);
    race.run({ type: 'shift.undo', shiftId: id });
    expect(durations(race)).toEqual([40_000, 30_000]);
  });
});

describe('taps that were taken at the wrong line', () => {
  const move = (line: string, ...tapIds: string[]) =>
    ({ type: 'taps.move', taps: tapIds.map((tapId) => ({ tapId, line })) }) as const;
  const takeBack = (race: Race) => race.run(reversalOf(listSteps(race.log)[0]!, race.event)!.body);
  const withoutSeq = ({ seq: _seq, needs: _needs, ...event }: Race['event']) => event;

  /** Started at 100; at the top two waiting times, and the finishes of both racers, given to them there by mistake. */
  function slipped(): Race {
    const race = createRace('a', 'b');
    for (const [index, racerId] of ['a', 'b'].entries()) {
      race.run(tap('start', racerId), { second: 100, id: `start-${racerId}` });
      race.run(on('top', racerId), { second: 160 + index, id: `top-${racerId}` });
      race.run(on('top', null), { second: 170 + index, id: `waiting-${racerId}` });
    }
    return race;
  }
  const all = ['top-a', 'top-b', 'waiting-a', 'waiting-b'];

  test('[F12] are moved together, keep their readings and racers, and make the results of the new line', () => {
    const race = slipped();
    const before = race.event.taps;
    race.run(move('finish', ...all));
    expect(race.event.taps).toEqual({
      ...before,
      ...Object.fromEntries(all.map((id) => [id, { ...before[id], line: 'finish' }])),
    });
    expect(readResults(race.event).map(({ duration }) => duration)).toEqual([60_000, 61_000]);
    expect(Object.keys(race.event.counting)).toEqual(['a start 1', 'b start 1', 'a finish 1', 'b finish 1']);
  });

  test('[F12] go back together, each to its line, where it counts as before', () => {
    const race = slipped();
    race.run(tap('finish', 'b'), { second: 190, id: 'finish-b' });
    race.run(on('top', 'a'), { second: 163, id: 'second-a' });
    race.run({ type: 'tap.choose', tapId: 'second-a' });
    const before = race.event;
    const swapped = {
      type: 'taps.move',
      taps: [{ tapId: 'finish-b', line: 'top' }, ...move('finish', ...all, 'second-a').taps],
    };
    race.run(swapped as ReturnType<typeof move>);
    expect(race.event.counting).toMatchObject({
      'a finish 1': 'second-a',
      'b finish 1': 'top-b',
      'b top 1': 'finish-b',
    });
    takeBack(race);
    expect(withoutSeq(race.event)).toEqual(withoutSeq(before));
  });

  test('[F12] a tap that did not count at its line does not count there when it is moved back', () => {
    const race = slipped();
    race.run(on('top', 'a'), { second: 163, id: 'second-a' });
    race.run({ type: 'tap.undo', tapId: 'top-a' });
    const before = race.event;
    race.run(move('finish', 'second-a'));
    expect(firstOf(race).duration).toBe(63_000);
    takeBack(race);
    expect(withoutSeq(race.event)).toEqual(withoutSeq(before));
  });

  test('[F12] a tap beside one that counts at the new line is a second reading, and nothing takes its old place', () => {
    const race = slipped();
    race.run({ type: 'race.configure', settings: { readings: 'device', mainDevice: 'main' } });
    race.run(tap('finish', 'a'), { second: 180, deviceId: 'other' });
    race.run(on('top', 'a'), { second: 163 });
    race.run(move('finish', 'top-a'), { deviceId: 'main' });
    expect(firstOf(race).duration).toBe(80_000);
    expect(listSecondReadings(race.event, 'a').map(({ id }) => id)).toContain('top-a');
    expect(race.event.counting['a top 1']).toBeUndefined();
  });

  test('[F12] only those that somebody has not moved since are offered to be moved back', () => {
    const race = slipped();
    race.run(move('finish', 'top-a', 'top-b'));
    race.run(move('bridge', 'top-b'));
    const [, first] = listSteps(race.log);
    expect(reversalOf(first!, race.event)?.body).toEqual(move('top', 'top-a'));
  });

  test('[F12] what changes nothing changes nothing: the same line, a wiped tap, the line that compares clocks', () => {
    const race = slipped();
    race.run(on('zero', null), { id: 'zero' });
    race.run(move('finish', ...all));
    for (const again of [move('finish', ...all), move('zero', 'top-a'), move('finish', 'zero'), move('finish', 'none')])
      expect(race.run(again)).toMatchObject({ refused: null, changes: [] });
    expect(race.run(move('top', 'top-a', 'none', 'top-a')).changes).toMatchObject([{ taps: [{ tapId: 'top-a' }] }]);
  });

  test('[F12] thrown away times and those of an earlier entry of the racer do not count', () => {
    const race = slipped();
    race.run({ type: 'tap.undo', tapId: 'top-b' });
    race.run({ type: 'entry.remove', racerId: 'a' });
    race.run({ type: 'entries.add', racers: [racer('a')] });
    race.run(move('finish', 'top-a', 'top-b'));
    expect(Object.keys(race.event.counting)).toEqual(['b start 1']);
  });

  test('[F12] a fifty-first split is not made by moving', () => {
    const race = slipped();
    for (let number = 2; number <= 50; number += 1) race.run(on(`s${number}`));
    expect(race.run(move('s51', 'top-a')).refused).toBe('too-many-splits');
    expect(race.run(move('s50', 'top-a')).refused).toBeNull();
  });

  test('[F12] three hundred are moved in parts, one step of the history', () => {
    const race = createRace();
    const ids = Array.from({ length: 300 }, (_, index) => race.run(on('top', null), { id: `tap-${index}` }).id);
    expect(race.run(move('finish', ...ids)).changes).toHaveLength(12);
    const [step] = listSteps(race.log);
    expect(plainText(describeStep(step!, race.event, () => null))).toBe('Moved 300 times to another line: finish');
    takeBack(race);
    expect(Object.values(race.event.taps).every(({ line }) => line === 'top')).toBe(true);
  });

  test('[F12] a viewer has the results of the admins', () => {
    const race = slipped();
    race.run(move('finish', ...all));
    expect(readResults(viewEvent(race.event, 'viewer')).map(({ duration }) => duration)).toEqual([60_000, 61_000]);
  });

  test('[F12] official results are corrected by the move, and are as declared when it is taken back', () => {
    const race = timed('a');
    race.run({ type: 'official.set', note: '' });
    race.run(move('top', 'finish-a'));
    expect(race.event.official?.corrections).toMatchObject({ 'a 1': { was: { ms: 60_000 } } });
    takeBack(race);
    expect(race.event.official?.corrections).toEqual({});
  });
});
