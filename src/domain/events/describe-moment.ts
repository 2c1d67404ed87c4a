import { formatDate, formatTimeOfDay } from '../timing/local-time.ts';
import type { EpochMs } from '../units.ts';

/** For example '2 Jun 2026, 18:31:00', in the event's own time zone. */
export function describeMoment(at: EpochMs, timeZone: string): string {
  return `${formatDate(at, timeZone)}, ${formatTimeOfDay(at, timeZone)}`;
}
