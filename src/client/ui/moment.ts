import { formatDate, formatTimeOfDay } from '../../domain/timing/local-time.ts';
import { epochMs } from '../../domain/units.ts';

export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** `16 Nov 2026` where the reader is: the same form in every browser, because 04/05 is two days to two readers. */
export const writeDay = (at: number): string => formatDate(epochMs(at), localTimeZone());

/** `16 Nov 2026, 14:05` where the reader is. */
export function writeMoment(at: number): string {
  return `${writeDay(at)}, ${formatTimeOfDay(epochMs(at), localTimeZone()).slice(0, 5)}`;
}

/** `16 Nov 2026, 14:05:09` where the reader is. */
export const writeSecond = (at: number): string => `${writeDay(at)}, ${formatTimeOfDay(epochMs(at), localTimeZone())}`;
