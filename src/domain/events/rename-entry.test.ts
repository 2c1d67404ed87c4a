import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import { listSteps } from './describe-change.ts';
import { reversalOf } from './describe-reversal.ts';

test.each([
  ['a blank name', 'a', ' \t ', 'racer-name-blank'],
  ['a racer who was never there', 'nobody', 'Ada', 'racer-not-in-event'],
  ['a racer who was taken out', 'b', 'Ada', 'racer-not-in-event'],
])('[NM1] %s is refused, and nothing is lost', (_, racerId, name, code) => {
  const race = createRace('a', 'b');
  race.run({ type: 'entry.remove', racerId: 'b' });
  const before = race.event;
  expect(race.run({ type: 'entry.rename', racerId, name }).refused).toEqual(code);
  expect(race.event).toBe(before);
});

test('[NM1] of two phones that rename without a signal the later one stands, the log has both, and only what stands is taken back', () => {
  const race = createRace('a');
  race.run({ type: 'entry.rename', racerId: 'a', name: 'Ada Swift' }, { deviceId: 'gate' });
  race.run({ type: 'entry.rename', racerId: 'a', name: 'Ada Swiftson' }, { deviceId: 'finish' });
  expect(race.event.entries['a']!.name).toBe('Ada Swiftson');
  const renames = race.log.filter((change) => change.type === 'entry-renamed');
  expect(renames).toMatchObject([
    { name: 'Ada Swift', was: 'Racer a' },
    { name: 'Ada Swiftson', was: 'Ada Swift' },
  ]);
  const offered = listSteps(renames).map((step) => reversalOf(step, race.event)?.body);
  expect(offered.filter((body) => body !== undefined)).toEqual([
    { type: 'entry.rename', racerId: 'a', name: 'Ada Swift' },
  ]);
});
