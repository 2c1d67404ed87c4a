import { expect, test } from 'vitest';
import { touchedSince } from './touched-racers.ts';
import { viewChange, viewChanges } from '../sights/views.ts';
import { touchedBy } from './touched-racers.ts';
import { applyAll, extend } from './apply.ts';
import { changeKinds, isOfTapAlone, touches } from './change-kinds.ts';
import { type Change, sinceOf } from '../model/changes.ts';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { UnknownChange } from './unknown-change.ts';

const futureOf = (after: Change, type = 'x-from-the-future'): Change =>
  ({ ...after, type, seq: after.seq + 1, racerId: 'a' }) as unknown as Change;

test('a change of an unknown kind is never skipped: no state is made of it', () => {
  const race = createRace('a');
  race.run(tap('start', 'a'));
  for (const type of ['x-from-the-future', 'constructor', '__proto__']) {
    const future = futureOf(race.log.at(-1)!, type);
    expect(() => applyAll(race.event, [future])).toThrow(UnknownChange);
    expect(() => applyAll(null, [{ ...future, seq: 1 }])).toThrow(UnknownChange);
  }
});

test('a state that grows in place stops at the change before an unknown one, whole', () => {
  const race = createRace('a');
  const before = applyAll(null, race.log)!;
  const { changes } = race.run(tap('start', 'a'));
  expect(() => extend(before, [...changes, futureOf(changes.at(-1)!)])).toThrow(UnknownChange);
  expect(before).toEqual(race.event);
});

test('nobody is told anything of an unknown kind, and nothing is judged by it', () => {
  const race = createRace('a');
  const future = futureOf(race.log.at(-1)!);
  for (const sight of ['viewer', 'guest'] as const) {
    expect(() => viewChange(future, sight, race.event)).toThrow(UnknownChange);
  }
  for (const telling of ['plain', 'guest'] as const) {
    expect(() => viewChanges([future], telling, race.event)).toThrow(UnknownChange);
  }
  expect(() => touchedSince(race.event, [future])).toThrow(UnknownChange);
  expect(() => touches(future, 'access')).toThrow(UnknownChange);
  expect(() => isOfTapAlone({ ...future, tapId: 'a' } as unknown as Change)).toThrow(UnknownChange);
});

test('a kind whose line in the table names no viewers is a bare number to them', () => {
  const race = createRace('a');
  const [secret] = Object.entries(changeKinds).find(([, kind]) => kind.viewers === undefined)!;
  const change = { ...race.log.at(-1)!, type: secret } as Change;
  expect(viewChange(change, 'viewer', race.event)).toMatchObject({ type: 'withheld', seq: change.seq });
});

test('a tap alters the results of its racer and of nobody else', () => {
  const race = createRace('a', 'b');
  const { changes } = race.run(tap('start', 'b'));
  const { standings } = changeKinds['tap-recorded'];
  expect(standings).toBeTypeOf('object');
  if (typeof standings === 'object') expect(standings.racers(changes[0] as never, () => null)).toEqual(['b']);
  expect(touchedBy(race.event, changes)).toEqual(new Set(['b']));
});

test('an event says which version of the schema a reader of it must know', () => {
  expect(createRace('a').event.needs).toBe(Math.max(...createRace('a').log.map(({ type }) => sinceOf(type))));
});
