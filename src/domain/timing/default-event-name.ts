import type { EpochMs } from '../units.ts';
import { formatIsoDate, formatTimeOfDay } from './local-time.ts';

/** 'Race MM/DD/YYYY HH:mm'. The translation has the day and the month in the order of its language. */
export function defaultEventName(at: EpochMs, timeZone: string): string {
  const [year, month, day] = formatIsoDate(at, timeZone).split('-');
  const time = formatTimeOfDay(at, timeZone).slice(0, 5);
  return `Race ${month}/${day}/${year} ${time}`;
}
