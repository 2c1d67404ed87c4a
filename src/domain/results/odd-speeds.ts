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
const MS_PER_HOUR = 3_600_000;

/** Fewest other racers for a median to say something. */
const FEWEST_OTHERS = 5;
/** Times outside of these parts of the median are far from the field. */
const FAST_SHARE = 1 / 2;
const SLOW_SHARE = 3;
/** Distance from the median that is not odd in a sprint, whatever part of the median it is. */
const FAST_MS = 10_000;
/** Share of short times above which none is odd: those racers had a shorter course, and nobody made a mistake. */
const MOST_FAST = 1 / 4;

/** `speed`: nobody is so fast. `fast`, `slow`: far from the other racers. */
export type WhyOdd = 'speed' | 'fast' | 'slow';

/** Bounds against which the times of one attempt are held. */
export interface Field {
  /** Fastest possible time in ms; null where the length of the course is not known. */
  readonly fastest: number | null;
  readonly median: number | null;
  /** Shorter times are far from the field. */
  readonly shortest: number | null;
}

export const speedLimitOf = ({ race }: Pick<EventState, 'race'>): number => limits[race.preset ?? ''] ?? ANY_LIMIT;

/** A time below it is over the speed that anybody reaches. */
export function fastestOf(event: Pick<EventState, 'race' | 'format'>): number | null {
  const meters = event.format.course?.meters ?? null;
  return meters === null ? null : (meters / 1000 / speedLimitOf(event)) * MS_PER_HOUR;
}

/** `times`: gross, of all who have finished. In whole milliseconds, as they are stored: a mark is the same by event and by rows. */
export function createField(fastest: number | null, times: readonly number[]): Field {
  const gross = times.map(Math.round);
  const median = gross.length < FEWEST_OTHERS ? null : medianOf(gross);
  if (median === null) return { fastest, median, shortest: null };
  const shortest = Math.min(median * FAST_SHARE, median - FAST_MS);
  const isMixed = gross.filter((each) => each < shortest).length > gross.length * MOST_FAST;
  return { fastest, median, shortest: isMixed ? null : shortest };
}

/** Results of an event stay the same array until something in it has changed. */
const kept = new WeakMap<readonly EntryResult[], Field>();

/** `results`: of everybody, in one attempt. */
export function fieldOf(event: EventState, results: readonly EntryResult[]): Field {
  const fastest = fastestOf(event);
  const known = kept.get(results);
  if (known?.fastest === fastest) return known;
  const gross = results.flatMap((racer) => (racer.state === 'finished' ? [racer.gross!] : []));
  const field = createField(fastest, gross);
  kept.set(results, field);
  return field;
}

/** Reason why a time is most likely not its racer's; null for other times. */
export function whyOdd(time: number, { fastest, median, shortest }: Field): WhyOdd | null {
  const gross = Math.round(time);
  if (fastest !== null && gross < fastest) return 'speed';
  if (shortest !== null && gross < shortest) return 'fast';
  return median !== null && gross > median * SLOW_SHARE ? 'slow' : null;
}

/**
 * A time that most likely nobody took, and of which nobody has said that it is right: everybody who reads it is told so.
 * One that is far too slow is the timekeepers' alone to look at: people do stop on the way.
 */
export function isToCheck({ state, gross, isChecked }: Timed, field: Field): boolean {
  if (state !== 'finished' || isChecked) return false;
  const why = whyOdd(gross!, field);
  return why === 'speed' || why === 'fast';
}

interface Timed extends Pick<EntryResult, 'state' | 'isChecked'> {
  readonly gross: number | null;
}
