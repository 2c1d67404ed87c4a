import type { EpochMs } from '../units.ts';

/** Formatters are dear to make and asked for in every row. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function partsOf(at: EpochMs, timeZone: string): Record<string, string> {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
}

export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** HH:MM:SS in the event's own time zone. */
export function formatTimeOfDay(at: EpochMs, timeZone: string): string {
  const { hour, minute, second } = partsOf(at, timeZone);
  return `${hour}:${minute}:${second}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `15 Nov 2026` in the event's own time zone: the month in letters, because 04/05 is two days to two readers. */
export function formatDate(at: EpochMs, timeZone: string): string {
  const { day, month, year } = partsOf(at, timeZone);
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** 'Race MM/DD/YYYY HH:mm' */
export function defaultEventName(at: EpochMs, timeZone: string): string {
  const { month, day, year, hour, minute } = partsOf(at, timeZone);
  return `Race ${month}/${day}/${year} ${hour}:${minute}`;
}
