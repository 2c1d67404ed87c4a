import { expect, test } from 'vitest';
import type { ListedEvent } from '../../protocol/live.ts';
import { listOwnEvents } from './list-events.ts';

const event = (id: string, name: string, createdAt: number, more: Partial<ListedEvent> = {}): ListedEvent => ({
  id,
  name,
  createdAt,
  deletedAt: null,
  isOwner: true,
  awaitingCredits: false,
  total: 0,
  finished: 0,
  onCourse: 0,
  ...more,
});

const events = [
  event('a', 'Race 10', 1),
  event('b', 'Race 9', 3),
  event('c', 'Émile', 2),
  event('d', 'Race of others', 5, { isOwner: false }),
  event('e', 'Race deleted', 6, { deletedAt: 7 }),
];
const ids = (...[search, sort]: [string, Parameters<typeof listOwnEvents>[2]]) =>
  listOwnEvents(events, search, sort).map(({ id }) => id);

test('one sees the events one owns, not those of others and not the deleted ones', () => {
  expect(ids('', 'newest')).toEqual(['b', 'c', 'a']);
  expect(ids('', 'oldest')).toEqual(['a', 'c', 'b']);
});

test('names are sorted as people sort them', () => {
  expect(ids('', 'a-to-z')).toEqual(['c', 'b', 'a']);
  expect(ids('', 'z-to-a')).toEqual(['a', 'b', 'c']);
});

test('the search does not mind case and accents', () => {
  expect(ids(' emi ', 'a-to-z')).toEqual(['c']);
  expect(ids('RACE', 'newest')).toEqual(['b', 'a']);
});
