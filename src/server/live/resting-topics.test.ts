import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventTopic } from './event-topic.ts';
import { createRestingTopics } from './resting-topics.ts';
import { systemTimers } from './timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const topicOf = (length: number) => ({ length }) as EventTopic;

function open() {
  const closed: string[] = [];
  return { closed, resting: createRestingTopics(systemTimers, (eventId) => closed.push(eventId)) };
}

test('a small event is closed at once, a large one after a minute without followers', () => {
  const { closed, resting } = open();
  resting.rest('small', topicOf(2_000));
  resting.rest('large', topicOf(2_001));
  expect([closed, resting.size]).toEqual([['small'], 1]);
  vi.advanceTimersByTime(60_000);
  expect([closed, resting.size]).toEqual([['small', 'large'], 0]);
});

test('a resting event that is followed again stays open', () => {
  const { closed, resting } = open();
  resting.rest('large', topicOf(5_000));
  resting.wake('large');
  vi.advanceTimersByTime(120_000);
  expect([closed, resting.size]).toEqual([[], 0]);
});

test('no more events rest than the memory is meant to hold: the one that has rested longest goes first', () => {
  const { closed, resting } = open();
  for (const name of ['one', 'two', 'three']) resting.rest(name, topicOf(30_000));
  expect(closed).toEqual([]);
  resting.rest('four', topicOf(30_000));
  expect([closed, resting.size]).toEqual([['one'], 3]);
});
