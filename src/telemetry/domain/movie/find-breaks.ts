import type { Samples } from '../recording.ts';

/** Longest pause in seconds: a receiver reports its position several times a second. */
const MOST_PAUSE = 2;

/** A line across more than a moment without positions would show a way that was not taken. */
export function findBreaks({ time, channels }: Samples): number[] {
  const { lat } = channels;
  const breaks = [0];
  let last = NaN;
  for (let index = 0; index < time.length; index += 1) {
    if (lat === undefined || Number.isNaN(lat[index])) continue;
    if (time[index]! - last > MOST_PAUSE) breaks.push(index);
    last = time[index]!;
  }
  return breaks;
}
