import type { EpochMs } from '../units.ts';
import { formatIsoDate, formatTimeOfDay } from './local-time.ts';

// Apart from `local-time.ts`, which every spectator loads.

export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** 'Race MM/DD/YYYY HH:mm' */
export function defaultEventName(at: EpochMs, timeZone: string): string {
  const [year, month, day] = formatIsoDate(at, timeZone).split('-');
  return `Race ${month}/${day}/${year} ${formatTimeOfDay(at, timeZone).slice(0, 5)}`;
}
