import { expect, test } from 'vitest';
import { createClockMarks } from './clock-marks.ts';

const ORIGIN = 1_700_000_000_000;
const at = (monotonic: number, set = 0) => ({ wall: ORIGIN + monotonic + set, monotonic, origin: ORIGIN });

test('[EYE14] a moment of the film has both clocks as they were then', () => {
  const marks = createClockMarks();
  for (let ms = 0; ms <= 5_000; ms += 250) expect(marks.note(at(ms))).toBe(false);
  expect(marks.readingAt(1_130)).toEqual(at(1_130));
  expect(marks.readingAt(20_000)).toBeNull();
});

test('[EYE14] a clock that was set during the film cuts it: times before and after keep their own clock, and one in between is none', () => {
  const marks = createClockMarks();
  for (let ms = 0; ms <= 1_000; ms += 250) marks.note(at(ms));
  expect(marks.note(at(1_250, 60_000))).toBe(true);
  expect(marks.note(at(1_500, 60_000))).toBe(false);
  expect(marks.readingAt(900)).toEqual(at(900));
  expect(marks.readingAt(1_100)).toBeNull();
  expect(marks.readingAt(1_400)).toEqual(at(1_400, 60_000));
});
