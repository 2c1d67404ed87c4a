import { expect, test } from 'vitest';
import { createHands } from './hands.ts';

const QUIET_MS = 15_000;
const nothing = () => false;

test('[HD1] nothing moves by itself while a finger is down, and until nobody was touched for 15 s', () => {
  const hands = createHands(nothing);
  hands.down(1);
  expect(hands.calmAt(QUIET_MS)).toBe(Infinity);
  hands.up(1, 180);
  expect(hands.calmAt(QUIET_MS)).toBe(180 + QUIET_MS);
  hands.touch(100);
  expect(hands.calmAt(QUIET_MS), 'an event that arrives late makes it no shorter').toBe(180 + QUIET_MS);
  hands.touch(1_900);
  expect(hands.calmAt(QUIET_MS)).toBe(1_900 + QUIET_MS);
});

test('[HD1] one of two fingers that goes leaves the other', () => {
  const hands = createHands(nothing);
  hands.down(1);
  hands.down(2);
  hands.up(1, 20);
  expect(hands.calmAt(QUIET_MS)).toBe(Infinity);
  hands.forget();
  expect(hands.calmAt(QUIET_MS)).toBe(20 + QUIET_MS);
});

test('[HD1] a mouse that rests on a timing button is near', () => {
  const hands = createHands((x) => x > 100);
  hands.touch(0);
  hands.hover({ x: 120, y: 5 });
  expect(hands.calmAt(QUIET_MS)).toBe(Infinity);
  hands.hover({ x: 80, y: 5 });
  expect(hands.calmAt(QUIET_MS)).toBe(QUIET_MS);
});
