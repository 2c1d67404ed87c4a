import type { EventState } from '../events/state.ts';
import { type DurationMs, durationMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';
import { type Ranked, rankResults } from './ranking.ts';
import { readResults } from './read-results.ts';
import { statuses } from './ruling.ts';
import { type Total, totalOf } from './totals.ts';

/** A racer over all attempts. The other fields are those of the attempt that is timed now. */
export interface RacerTotal extends EntryResult {
  /** Every attempt of the racer, the first one first. */
  readonly runs: readonly EntryResult[];
  readonly total: Total;
}

export interface Standings {
  readonly ranked: readonly (RacerTotal & Ranked)[];
  /** Racers with a time or a status in some attempt, and without a total. */
  readonly unranked: readonly RacerTotal[];
}

/** Null in an event of one attempt: the ranking of its results says all. */
export function readStandings(event: EventState): Standings | null {
  const { attempts } = event.format;
  if (attempts.count === 1) return null;
  const byRun = Array.from({ length: attempts.count }, (_, index) => readResults(event, index + 1));
  const racers = readResults(event).map((racer, index): RacerTotal => {
    const runs = byRun.map((results) => results[index]!);
    const total = totalOf(
      runs.map(({ duration }) => duration),
      attempts,
      event.precision,
    );
    const duration: DurationMs | null = total.ms === null ? null : durationMs(total.ms);
    // Penalties are in the times of the attempts already.
    return { ...racer, duration, net: duration, runs, total };
  });
  return {
    ranked: rankResults(racers, event.race.ties),
    unranked: racers.filter(isUnranked).toSorted(byMissing),
  };
}

function isUnranked({ duration, runs }: RacerTotal): boolean {
  return duration === null && runs.some(({ state }) => state === 'finished' || state === 'out');
}

/** Those with a status last, in its order; the others by the time that they have so far. */
function byMissing(one: RacerTotal, other: RacerTotal): number {
  return worstStatus(one) - worstStatus(other) || soFar(one) - soFar(other);
}

const worstStatus = ({ runs }: RacerTotal): number => Math.max(...runs.map(({ status }) => statuses.indexOf(status)));
const soFar = ({ runs }: RacerTotal): number => runs.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
