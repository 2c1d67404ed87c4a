import type { EventState } from '../events/state.ts';
import { type EpochMs, epochMs } from '../units.ts';
import { type Likely, listToCome } from './likely.ts';
import { rankResults } from './ranking.ts';
import { readResults } from './read-results.ts';

/** The place that a racer on course is heading for. */
export interface Projected {
  readonly rank: number;
  /** By the racer's own pace at a point of the course. Otherwise the place of a finish at this moment. */
  readonly isByPace: boolean;
}

export interface Projection {
  /** By racer. Empty before the first finish: there is nothing to compare with. */
  readonly places: ReadonlyMap<string, Projected>;
  /** When the next place changes by the clock alone; null where none does. */
  readonly changesAt: EpochMs | null;
}

/**
 * The places that racers on course are heading for. Without a point on the course nothing is known of a racer's pace: the
 * place of a finish at this moment is then the best that the racer can still reach.
 */
export function projectPlaces(event: EventState, at: EpochMs): Projection {
  const times = rankResults(readResults(event), event.race.ties).map(({ duration }) => duration);
  const places = new Map<string, Projected>();
  let changesAt = Infinity;
  if (times.length === 0) return { places, changesAt: null };
  for (const likely of listToCome(event, 'finish')) {
    const { startTime, penalty, state, entry } = likely.racer;
    if (state !== 'on-course' || startTime === null) continue;
    const isByPace = isPaced(likely) && likely.expected > at;
    const finish = isByPace ? likely.expected : at;
    const ahead = times.filter((time) => time < finish - startTime + penalty).length;
    places.set(entry.racerId, { rank: ahead + 1, isByPace });
    const next = times[ahead];
    // A racer who is expected later keeps the place until that moment has passed.
    if (isByPace) changesAt = Math.min(changesAt, likely.expected);
    else if (next !== undefined) changesAt = Math.min(changesAt, startTime + next - penalty);
  }
  return { places, changesAt: changesAt === Infinity ? null : epochMs(Math.ceil(changesAt) + 1) };
}

const isPaced = (likely: Likely): likely is Likely & { readonly expected: EpochMs } =>
  likely.expected !== null && likely.from !== 'start';
