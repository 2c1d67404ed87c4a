import { haveClocksParted, type Reading } from '../../../domain/timing/clock.ts';

export interface ClockMarks {
  /** Reads the device's two clocks; true where they have moved apart since the last time: one of them was set. */
  note(reading: Reading): boolean;
  /** The readings of a moment that has passed; null where a clock was set around it, or nothing was noted. */
  readingAt(monotonic: number): Reading | null;
}

/** Marks of an hour: a moment further back is on no strip. */
const MOST_MARKS = 20_000;
/** Marks are this far apart while frames come; a moment further from one has no reading. */
const FARTHEST_MS = 3_000;

/**
 * A tap carries both clocks as they were at its moment. The strip knows only the monotonic one, so the wall clock is noted
 * while the film runs: a tap that was placed by the wall clock of now would be wrong once the clock was set.
 */
export function createClockMarks(): ClockMarks {
  let marks: { readonly reading: Reading; readonly isCut: boolean }[] = [];
  return {
    note(reading) {
      const last = marks.at(-1);
      const isCut = last !== undefined && haveClocksParted(last.reading, reading);
      if (marks.length >= MOST_MARKS) marks = marks.slice(MOST_MARKS / 2);
      marks.push({ reading, isCut });
      return isCut;
    },
    readingAt(monotonic) {
      const next = marks.findIndex(({ reading }) => reading.monotonic > monotonic);
      const [before, after] = next === -1 ? [marks.at(-1), undefined] : [marks[next - 1], marks[next]];
      if (after?.isCut) return null;
      const near = before ?? after;
      if (near === undefined || Math.abs(near.reading.monotonic - monotonic) > FARTHEST_MS) return null;
      return { ...near.reading, wall: near.reading.wall + (monotonic - near.reading.monotonic), monotonic };
    },
  };
}
