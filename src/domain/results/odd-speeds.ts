import type { EventState } from '../model/state.ts';
import type { EntryResult } from './entry-result.ts';
import { medianOf } from './median.ts';

/**
 * Mean speeds, in km/h, that nobody reaches over a whole course, by the preset of the race rules: on foot, in a boat, on a
 * bicycle, on skis. An event without a preset may be any of them. World records at the time of writing: a mile on foot 25.9,
 * an hour on a bicycle 56.8, an eight over 2 km 22.4, a classic downhill run about 115.
 */
const limits: Readonly<Record<string, number>> = {
  'road-running': 27,
  'ncaa-xc': 27,
  usof: 27,
  'rowing-head': 30,
  ctt: 80,
  usac: 80,
  metarace: 80,
  'fis-alpine': 160,
};
const ANY_LIMIT = 160;

/** Of so few racers the median says nothing. */
const FEWEST_OTHERS = 5;
/** Times outside of these parts of the median are far from the field. */
const FAST_SHARE = 1 / 2;
const SLOW_SHARE = 3;

export interface OddSpeed {
  readonly racer: EntryResult;
  /** `speed`: nobody is so fast. `fast`, `slow`: far from the other racers. */
  readonly why: 'speed' | 'fast' | 'slow';
  /** Over the whole course; null where its length is not known. */
  readonly kmh: number | null;
  readonly median: number | null;
}

export const speedLimitOf = ({ race }: Pick<EventState, 'race'>): number => limits[race.preset ?? ''] ?? ANY_LIMIT;

/** Times that are most likely no times of these racers: by the length of the course, and by the others. */
export function listOddSpeeds(event: EventState, results: readonly EntryResult[]): OddSpeed[] {
  const meters = event.format.course?.meters ?? null;
  const limit = speedLimitOf(event);
  const finished = results.filter(({ state, gross }) => state === 'finished' && gross !== null);
  const median = finished.length < FEWEST_OTHERS ? null : medianOf(finished.map(({ gross }) => gross!));
  return finished.flatMap((racer): OddSpeed[] => {
    const gross = racer.gross!;
    const kmh = meters === null ? null : gross === 0 ? Infinity : (meters * 3600) / gross;
    const odd = (why: OddSpeed['why']) => [{ racer, why, kmh, median }];
    if (kmh !== null && kmh > limit) return odd('speed');
    if (median === null) return [];
    if (gross < median * FAST_SHARE) return odd('fast');
    return gross > median * SLOW_SHARE ? odd('slow') : [];
  });
}
