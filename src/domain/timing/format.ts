import type { DurationMs } from '../units.ts';

const HUNDREDTH = 10;

const two = (value: number): string => String(value).padStart(2, '0');

/** Whole hundredths, cut and never rounded: a board must not show a time before it has been reached. */
export const centisecondsOf = (duration: DurationMs): number => Math.floor(duration / 10);

/** `[h:]mm:ss` of a running clock. */
export function formatClock(elapsed: DurationMs): string {
  const seconds = Math.floor(elapsed / 1000);
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** `[h:]mm:ss.cc`; no finer than `unit`, the step in which a result is published: `[h:]mm:ss.c`, `[h:]mm:ss`. */
export function formatDuration(duration: DurationMs, unit: number = HUNDREDTH): string {
  const clock = formatClock(duration);
  return unit >= 1000 ? clock : `${clock}.${two(centisecondsOf(duration) % 100).slice(0, unit > HUNDREDTH ? 1 : 2)}`;
}

/** Time behind the first: `+12.54`, `+1:05.30`, `+1:00:05.30`; no finer than `unit`. Whole seconds keep their minutes: `+0:12`. */
export const formatGap = (gap: DurationMs, unit: number = HUNDREDTH): string =>
  `+${formatDuration(gap, unit).replace(unit >= 1000 ? /^0/ : /^00:0?|^0/, '')}`;
