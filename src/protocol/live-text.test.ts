import { expect, test } from 'vitest';
import { viewChanges } from '../domain/sights/views.ts';
import type { Change } from '../domain/model/changes.ts';
import { createRace, racer, tap, user } from '../../tests/support/event-history.ts';
import { fromText, toText } from './live-text.ts';

const race = createRace('a');
race.run({ type: 'entries.add', racers: [racer('b')] });
race.run({ type: 'admin.join' }, { actor: user('guest', { isAnonymous: true, key: 'admin' }) });
race.run(tap('start', 'a'));
race.run(tap('finish', 'a'));
race.run({ type: 'event.configure', isIndexed: true });

const message = (changes: readonly Change[]) => ({ type: 'changes', eventId: race.event.id, changes }) as const;

test('what is read is what was sent, for everybody', () => {
  for (const sight of ['admin', 'guest', 'plain'] as const) {
    const changes = viewChanges(race.log, sight, race.event)!;
    expect(changes.some(({ type }) => type === 'tap-recorded')).toBe(true);
    expect(fromText(toText(message(changes)))).toEqual(message(changes));
  }
  const watching = { type: 'watching', eventId: 'a', count: 3 } as const;
  expect(fromText(toText(watching))).toEqual(watching);
});

test('a tap that another command led to keeps its command', () => {
  const [recorded] = viewChanges(race.log, 'plain', race.event)!.filter(({ type }) => type === 'tap-recorded');
  const moved = message([{ ...recorded!, commandId: 'another' }]);
  expect(fromText(toText(moved))).toEqual(moved);
});

test('of a tap, viewers are sent what it says and when, once', () => {
  const [recorded] = viewChanges(race.log, 'plain', race.event)!.filter(({ type }) => type === 'tap-recorded');
  const sent = JSON.parse(toText(message([recorded!]))) as { changes: readonly Record<string, unknown>[] };
  expect(Object.keys(sent.changes[0]!).toSorted()).toEqual(
    ['at', 'counts', 'line', 'note', 'placed', 'racerId', 'run', 'seq', 'tapId', 'type'].toSorted(),
  );
});

test('what is none of ours is nothing', () => {
  for (const text of ['', '<html>', 'null', '3', '{}']) expect(fromText(text)).toBeNull();
});
