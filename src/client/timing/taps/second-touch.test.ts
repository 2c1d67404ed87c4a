import { expect, test } from 'vitest';
import { createSecondTouch } from './second-touch.ts';

const place = { left: 260, right: 368, top: 200, bottom: 264, scrolled: 40 };
const touch = (x: number, y: number, scrolled = 40) => ({ x, y, scrolled });

test('[HD4] a touch on the place of a tap is no second tap for 400 ms', () => {
  const second = createSecondTouch();
  second.note(place, 1_000);
  expect(second.is(touch(300, 230), 1_180)).toBe(true);
  expect(second.is(touch(261, 263), 1_399), 'anywhere on the button').toBe(true);
  expect(second.is(touch(300, 230), 1_400)).toBe(false);
});

test('[HD4] the row below can be tapped at once, and so can the row of a second finger', () => {
  const second = createSecondTouch();
  second.note(place, 1_000);
  expect(second.is(touch(300, 272), 1_010)).toBe(false);
  second.note({ ...place, top: 272, bottom: 336 }, 1_010);
  expect(second.is(touch(300, 230), 1_020) && second.is(touch(300, 300), 1_020), 'each place on its own').toBe(true);
});

test('[HD4] a row that a hand has scrolled to the place of a tap can be tapped at once', () => {
  const second = createSecondTouch();
  second.note(place, 1_000);
  expect(second.is(touch(300, 230, 112), 1_200)).toBe(false);
  expect(second.is(touch(300, 158, 112), 1_200), 'the row that was tapped, where it is now').toBe(true);
});

test('[HD4] a touch on what is still there is followed by any other at once', () => {
  const second = createSecondTouch();
  let isGone = false;
  second.note(place, 1_000, () => isGone);
  expect(second.is(touch(300, 230), 1_100)).toBe(false);
  isGone = true;
  expect(second.is(touch(300, 230), 1_200), 'the second of two taps that closed a dialog').toBe(true);
});
