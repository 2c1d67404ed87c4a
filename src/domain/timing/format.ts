import type { DurationMs } from '../units.ts';

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

/** `[h:]mm:ss.cc` */
export function formatDuration(duration: DurationMs): string {
  return `${formatClock(duration)}.${two(centisecondsOf(duration) % 100)}`;
}

/** Time behind the first: `+12.54`, `+1:05.30`, `+1:00:05.30`. */
export function formatGap(gap: DurationMs): string {
  const [leading = '', hundredths = ''] = formatDuration(gap).split('.');
  const seconds = leading.replace(/^00:0?|^0/, '');
  return `+${seconds}.${hundredths}`;
}
