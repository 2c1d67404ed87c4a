import { expect, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { timeOf } from '../model/state.ts';
import { epochMs } from '../units.ts';
import { isExpectedSoon } from './expected-soon.ts';

test('[HD1] a racer is expected soon from 10 s before the usual time, until a minute late or read', () => {
  const race = createRace('a', 'b');
  race.run(tap('start', 'a'), { second: 100 });
  race.run(tap('start', 'b'), { second: 130, id: 'start of b' });
  const start = timeOf(race.event.taps['start of b']!);
  const isSoon = (seconds: number, lines = ['finish']) =>
    isExpectedSoon(race.event, lines, epochMs(start + seconds * 1000));
  expect(isSoon(90), 'nobody has finished, so nobody knows').toBe(false);
  race.run(tap('finish', 'a'), { second: 190 });
  expect([79, 81, 90, 149, 151].map((seconds) => isSoon(seconds))).toEqual([false, true, true, true, false]);
  expect(isSoon(90, ['start']), 'no start list').toBe(false);
  race.run(tap('finish', 'b'), { second: 215 });
  expect(isSoon(90)).toBe(false);
});

test('[HD1] a racer is expected at the start by the start list', () => {
  const race = createRace('a');
  const at = epochMs(1_800_000_000_000);
  race.run({ type: 'schedule.set', slots: [{ racerId: 'a', order: 1, at }] });
  const isSoon = (ms: number) => isExpectedSoon(race.event, ['start', 'finish'], epochMs(at + ms));
  expect([-11_000, -9_000, 0, 61_000].map(isSoon)).toEqual([false, true, true, false]);
});
