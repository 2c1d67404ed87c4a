import type { Official } from '../model/official.ts';
import { formatDate, formatTimeOfDay } from '../timing/local-time.ts';
import { type EpochMs, epochMs } from '../units.ts';

/** `16 Nov 2026, 15:04` */
export function describeMinute(at: EpochMs, timeZone: string): string {
  return `${formatDate(at, timeZone)}, ${formatTimeOfDay(at, timeZone).slice(0, 5)}`;
}

/** Apart from the corrections: the page of a viewer shows it before they are loaded. */
export function describeOfficial({ at }: Pick<Official, 'at'>, timeZone: string): string {
  return `Official since ${describeMinute(epochMs(at), timeZone)}`;
}
