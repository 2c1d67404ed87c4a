import type { Entry } from '../../domain/model/state.ts';
import type { EpochMs } from '../../domain/units.ts';
import { formatExactTime } from '../../domain/timing/parse-time.ts';

/** '47 Ada', or 'Ada' without a number. */
export function nameRacer({ bib, name }: Pick<Entry, 'bib' | 'name'>): string {
  return bib === null || bib === '' ? name : `${bib} ${name}`;
}

/** HH:MM:SS.cc: a tap that waits for its racer has no duration yet. */
export function formatTapTime(at: EpochMs, timeZone: string): string {
  return formatExactTime(at, timeZone).slice(0, -1);
}
