import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBeats } from './beats.ts';
import { systemTimers } from './timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('every member is visited once in each interval, never many at a time', () => {
  const visited: string[] = [];
  const beats = createBeats(systemTimers, 20_000, (member: string) => visited.push(member));
  const members = Array.from({ length: 1000 }, (_, index) => `member ${index}`);
  for (const member of members) beats.add(member);
  let most = 0;
  for (let tenth = 0; tenth < 200; tenth += 1) {
    const before = visited.length;
    vi.advanceTimersByTime(100);
    most = Math.max(most, visited.length - before);
  }
  expect(visited.toSorted()).toEqual(members.toSorted());
  expect(most).toBe(5);
  beats.stop();
});

test('a member who comes in the middle is visited within an interval, and one who has gone is not', () => {
  const visited: string[] = [];
  const beats = createBeats(systemTimers, 20_000, (member: string) => visited.push(member));
  vi.advanceTimersByTime(7000);
  for (const member of ['a', 'b', 'c']) beats.add(member);
  beats.delete('b');
  vi.advanceTimersByTime(20_000);
  expect(visited.toSorted()).toEqual(['a', 'c']);
  beats.stop();
  vi.advanceTimersByTime(40_000);
  expect(visited).toHaveLength(2);
});
