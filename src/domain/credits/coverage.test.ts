import { expect, test } from 'vitest';
import { credits } from '../units.ts';
import { eventsCovered, filledEventsCovered, racersCovered } from './coverage.ts';

test.each([
  [0, 0, 0, 0],
  [19, 0, 6, 0],
  [100, 5, 33, 2],
  [150, 7, 50, 3],
  [350, 17, 116, 7],
  [1000, 50, 333, 20],
])('%i credits cover %i events, or %i racers, or %i events of ten new racers', (amount, events, racers, filled) => {
  expect(eventsCovered(credits(amount))).toBe(events);
  expect(racersCovered(credits(amount))).toBe(racers);
  expect(filledEventsCovered(credits(amount), 10)).toBe(filled);
});
