import { expect, test } from 'vitest';
import { createRace } from '../../../tests/support/event-history.ts';
import { EventCache } from './event-cache.ts';

const eventOf = (id: string, seq: number) => ({ event: { ...createRace().event, id, seq }, rewrites: 0 });

test('the events worked on last are kept, as many as fit in all', () => {
  const cache = new EventCache();
  for (const id of ['one', 'two', 'three']) cache.keep(eventOf(id, 100_000));
  cache.keep(eventOf('one', 100_000));
  cache.keep(eventOf('four', 1));
  expect(['one', 'two', 'three', 'four'].map((id) => cache.take(id)?.event.id)).toEqual([
    'one',
    undefined,
    'three',
    'four',
  ]);
  expect(cache.take('one'), 'taken once').toBeUndefined();
});

test('no more than 500 events are kept, however small they are', () => {
  const cache = new EventCache();
  for (let index = 0; index <= 500; index += 1) cache.keep(eventOf(`event ${index}`, 1));
  expect(cache.take('event 0')).toBeUndefined();
  expect(cache.take('event 1')?.event.id).toBe('event 1');
});
