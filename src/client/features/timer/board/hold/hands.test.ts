import { expect, test } from 'vitest';
import { createHands } from './hands.ts';

test('[HD1] nothing moves while a finger is down, and for two seconds after a tap', () => {
  const hands = createHands();
  hands.down(1, 100);
  expect(hands.calmAt()).toBe(Infinity);
  hands.tap(180);
  hands.up(1, 180);
  expect(hands.calmAt()).toBe(2_180);
  hands.down(2, 500);
  hands.up(2, 600);
  expect(hands.calmAt(), 'a scroll makes it no shorter').toBe(2_180);
  hands.touch(1_900);
  expect(hands.calmAt(), 'and may make it longer').toBe(2_900);
});

test('[HD1] one of two fingers that goes leaves the other', () => {
  const hands = createHands();
  hands.down(1, 0);
  hands.down(2, 10);
  hands.up(1, 20);
  expect(hands.calmAt()).toBe(Infinity);
  hands.forget();
  expect(hands.calmAt()).toBe(1_020);
});
