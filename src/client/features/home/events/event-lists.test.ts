import { expect, test } from 'vitest';
import { RESTORABLE_MS } from '../../../../domain/events/decide-event.ts';
import type { ListedEvent } from '../../../../protocol/live.ts';
import { describeTimeLeft, listDeletedEvents, listOpenEvents } from './event-lists.ts';

const make = (id: string, change: Partial<ListedEvent> = {}): ListedEvent => ({
  id,
  name: id,
  createdAt: 1,
  deletedAt: null,
  isOwner: true,
  awaitingCredits: false,
  total: 0,
  finished: 0,
  onCourse: 0,
  ...change,
});
const DAY = 24 * 3_600_000;
const NOW = 100 * DAY;

test('open events stand with the newest first, without the deleted ones', () => {
  const events = [make('old', { createdAt: 1 }), make('gone', { deletedAt: 5 }), make('new', { createdAt: 9 })];
  expect(listOpenEvents(events).map(({ id }) => id)).toEqual(['new', 'old']);
});

test("deleted events are one's own, the last deleted first, for as long as they can be brought back", () => {
  const events = [
    make('open'),
    make('first', { deletedAt: NOW - 3 * DAY }),
    make('last', { deletedAt: NOW - DAY }),
    make('not mine', { deletedAt: NOW - DAY, isOwner: false }),
    make('too late', { deletedAt: NOW - RESTORABLE_MS }),
  ];
  expect(listDeletedEvents(events, NOW).map(({ event, leftMs }) => [event.id, leftMs])).toEqual([
    ['last', 29 * DAY],
    ['first', 27 * DAY],
  ]);
});

test.each([
  [30 * DAY, '30 days left'],
  [2 * DAY - 1, '1 day left'],
  [DAY - 1, '23 hours left'],
  [3_600_000, '1 hour left'],
  [3_599_999, 'less than an hour left'],
])('%i ms are %s', (leftMs, words) => {
  expect(describeTimeLeft(leftMs)).toBe(words);
});
