import { describe, expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import type { RaceSettings } from '../model/race-settings.ts';
import { durationMs, epochMs } from '../units.ts';
import { readResults } from './read-results.ts';

const at = (second: number) => epochMs(1_700_000_000_000 + second * 1000);

/** Racers a and b, planned for the seconds 100 and 130. */
function planned(settings: Partial<RaceSettings>) {
  const race = createRace('a', 'b');
  const slots = ['a', 'b'].map((racerId, index) => ({ racerId, order: index, at: at(100 + 30 * index) }));
  race.run({ type: 'schedule.set', slots });
  race.run({ type: 'race.configure', settings });
  return race;
}

describe('the start that counts', () => {
  test('[RC7] is the tap, unless the event says otherwise', () => {
    const race = planned({});
    race.run(tap('start', 'a'), { second: 103 });
    race.run(tap('finish', 'a'), { second: 163 });
    expect(readResults(race.event)[0]).toMatchObject({ startTime: at(103), duration: 60_000, startFlag: null });
  });

  test('[RC7] is the planned one, also for a finish without a start; a racer who never came is not on course', () => {
    const race = planned({ startPolicy: 'schedule' });
    expect(readResults(race.event).map(({ state }) => state)).toEqual(['inactive', 'inactive']);
    race.run(tap('finish', 'b'), { second: 190 });
    race.run(tap('start', 'a'), { second: 103 });
    expect(readResults(race.event)).toMatchObject([
      { state: 'on-course', startTime: at(100) },
      { state: 'finished', startTime: at(130), duration: 60_000 },
    ]);
    race.run({ type: 'schedule.shift', from: at(130), ms: durationMs(10_000) });
    expect(readResults(race.event)[1]).toMatchObject({ startTime: at(140), duration: 50_000 });
  });

  test('[RC7] is flagged outside of the window, to either side, and counts as it was tapped', () => {
    const race = planned({ startPolicy: 'window', windowMs: durationMs(5000) });
    const flags = (second: number, racerId: 'a' | 'b') => {
      race.run(tap('start', racerId), { second, id: `start-${racerId}` });
      return readResults(race.event).find(({ entry }) => entry.racerId === racerId);
    };
    expect(flags(105, 'a')).toMatchObject({ startFlag: null, startTime: at(105) });
    expect(flags(124.9, 'b')).toMatchObject({ startFlag: 'early', startTime: at(124.9) });
    race.run({ type: 'tap.correct', tapId: 'start-a', to: at(105.1) });
    expect(readResults(race.event)[0]?.startFlag).toBe('late');
  });
});

describe('several phones at one line', () => {
  const finish = (race: ReturnType<typeof planned>, deviceId: string, second: number) =>
    race.run(tap('finish', 'a'), { deviceId, second, id: `finish-${deviceId}` });
  const finishOf = (race: ReturnType<typeof planned>) => readResults(race.event)[0]!;

  test('[RC8] the first reading counts', () => {
    const race = planned({});
    finish(race, 'one', 160.4);
    finish(race, 'two', 160);
    expect(finishOf(race).finishTime).toBe(at(160.4));
  });

  test('[RC8] a reading of the main device takes the place of another, and not of a time set by hand', () => {
    const race = planned({ readings: 'device', mainDevice: 'main' });
    finish(race, 'one', 160.4);
    finish(race, 'main', 160);
    finish(race, 'two', 160.2);
    expect(finishOf(race).finish?.id).toBe('finish-main');
    const corrected = planned({ readings: 'device', mainDevice: 'main' });
    finish(corrected, 'one', 160.4);
    corrected.run({ type: 'tap.correct', tapId: 'finish-one', to: at(161) });
    finish(corrected, 'main', 160);
    expect(finishOf(corrected).finishTime).toBe(at(161));
  });

  test('[RC8] the mean of all readings counts, and follows each of them', () => {
    const race = planned({ readings: 'mean' });
    race.run(tap('start', 'a'), { second: 100 });
    finish(race, 'one', 160.4);
    expect(finishOf(race).finishTime).toBe(at(160.4));
    finish(race, 'two', 160);
    finish(race, 'three', 160.5);
    expect(finishOf(race)).toMatchObject({ finishTime: at(160.3), duration: 60_300 });
    race.run({ type: 'tap.undo', tapId: 'finish-three' });
    expect(finishOf(race).finishTime).toBe(at(160.2));
  });

  test('[RC8] a time set by hand is not averaged away', () => {
    const race = planned({ readings: 'mean' });
    finish(race, 'one', 160.4);
    finish(race, 'two', 160);
    race.run({ type: 'tap.correct', tapId: 'finish-one', to: at(150) });
    expect(finishOf(race).finishTime).toBe(at(150));
    race.run({ type: 'tap.choose', tapId: 'finish-two' });
    expect(finishOf(race).finishTime, 'nor does it count beside a reading').toBe(at(160));
  });
});
