import type { EpochMs } from '../units.ts';

/** Formatters are dear to make and asked for in every row. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** 'Jun 2, 2026, 18:31:00' in the event's own time zone. */
export function describeMoment(at: EpochMs, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(at);
}
