import { expect, it } from 'vitest';
import type { ListedEvent } from '../../../../protocol/live.ts';
import { listEvents } from './list-candidates.ts';

const DAY = 86_400_000;
const eventOn = (day: number, name: string, deletedAt: number | null = null): ListedEvent => ({
  id: name,
  name,
  createdAt: day * DAY,
  deletedAt,
  isOwner: true,
  awaitingCredits: false,
  total: 2,
  finished: 2,
  onCourse: 0,
});
const events = [eventOn(10, 'Spring'), eventOn(20, 'Summer'), eventOn(40, 'Autumn'), eventOn(21, 'Gone', 1)];
const names = (listed: readonly ListedEvent[]) => listed.map(({ name }) => name);

it('offers the event of the day of the run first', () => {
  expect(names(listEvents(events, (22 * DAY) / 1000, ''))).toEqual(['Summer', 'Spring', 'Autumn']);
});

it('offers the newest event first when the run has no date', () => {
  expect(names(listEvents(events, null, ''))).toEqual(['Autumn', 'Summer', 'Spring']);
});

it('finds an event by a part of its name', () => {
  expect(names(listEvents(events, null, ' sUm '))).toEqual(['Summer']);
});
