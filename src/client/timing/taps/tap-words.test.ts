import { expect, test } from 'vitest';
import { createRace, tap } from '../../../../tests/support/event-history.ts';
import { describeTap } from './tap-words.ts';

test('a start says when, in the time zone of the event', () => {
  const race = createRace('a');
  const { id } = race.run(tap('start', 'a'), { second: 0 });
  expect(describeTap(race.event, id)).toEqual({ message: 'Racer a started, 23:13:20', isFinished: false });
});

test('a finish says how long it took', () => {
  const race = createRace('a');
  race.run(tap('start', 'a'), { second: 100 });
  const { id } = race.run(tap('finish', 'a'), { second: 864.02 });
  expect(describeTap(race.event, id)).toEqual({ message: 'Racer a finished, 12:44.02', isFinished: true });
});

test('[T4] a finish without its start, or before it, is no finished race', () => {
  const race = createRace('a', 'b');
  const early = race.run(tap('finish', 'a'), { second: 0 });
  expect(describeTap(race.event, early.id)).toMatchObject({
    message: 'Racer a finished, 23:13:20, waiting for the start',
    isFinished: false,
  });
  race.run(tap('start', 'b'), { second: 10 });
  const before = race.run(tap('finish', 'b'), { second: 0 });
  expect(describeTap(race.event, before.id)).toMatchObject({ isFinished: false });
});

test('[T2] a second reading says that it is one', () => {
  const race = createRace('a');
  race.run(tap('start', 'a'), { second: 0 });
  const second = race.run(tap('start', 'a'), { second: 1 });
  expect(describeTap(race.event, second.id)?.message).toBe('Racer a: second reading kept, 23:13:21');
});

test('a tap that this device knows nothing of has no words', () => {
  expect(describeTap(createRace('a').event, 'unknown')).toBeNull();
});
