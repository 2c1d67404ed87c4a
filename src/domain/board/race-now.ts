import type { EventState } from '../model/state.ts';
import { categoryOf } from '../results/categories.ts';
import type { EntryResult } from '../results/entry-result.ts';
import { listToCome } from '../results/likely.ts';
import { type Projected, projectPlaces } from '../results/projected.ts';
import { readResults } from '../results/read-results.ts';
import { type Leaderboard, type Racing, readLeaderboard } from '../results/read-leaderboard.ts';
import type { EpochMs } from '../units.ts';
import { type Board, readBoard } from './board.ts';

/** A racer on course, on the way to the finish. */
interface Arriving {
  readonly racer: EntryResult;
  /** Null while no other racer's time says it. */
  readonly expected: EpochMs | null;
  /** Null before the first finish. */
  readonly projected: Projected | null;
}

/** A finish, and what the leaderboard makes of it. */
export interface Finish {
  readonly racer: Racing;
  readonly at: EpochMs;
  /** Null: no place yet, for want of another run or of a handicap. */
  readonly rank: number | null;
}

/** State of a race at one moment, for an announcer, a wall and an overlay. */
export interface RaceNow {
  readonly board: Board;
  readonly leaderboard: Leaderboard;
  /** Finishes of the run that is timed now, the newest first, as they stand on the leaderboard. */
  readonly finishes: readonly Finish[];
  /** The next one first. */
  readonly arriving: readonly Arriving[];
}

/**
 * Reads a race, or the finishes and arrivals of one category. The place that a racer on course may reach is one among
 * everybody, so a category's arrivals have none.
 */
export function readRaceNow(event: EventState, at: EpochMs, category: string | null = null): RaceNow {
  const board = readBoard(event);
  const { places } = projectPlaces(event, at);
  const leaderboard = readLeaderboard(event, { category });
  const isIn = ({ entry }: EntryResult) => category === null || categoryOf(event, entry) === category;
  const { ranked, without, unranked } = leaderboard;
  const ranks = new Map(ranked.map(({ entry, rank }) => [entry.racerId, rank]));
  const racers = new Map([...ranked, ...without, ...unranked].map((racer) => [racer.entry.racerId, racer]));
  return {
    board,
    leaderboard,
    finishes: readResults(event)
      .filter((racer) => racer.state === 'finished' && isIn(racer))
      .map(({ entry: { racerId }, finishTime }) => ({
        racer: racers.get(racerId)!,
        at: finishTime!,
        rank: ranks.get(racerId) ?? null,
      }))
      .toSorted((one, other) => other.at - one.at),
    arriving: listToCome(event, 'finish')
      .filter(({ racer }) => racer.state === 'on-course' && isIn(racer))
      .map(({ racer, expected }) => {
        const projected = category === null ? places.get(racer.entry.racerId) : undefined;
        return { racer, expected, projected: projected ?? null };
      }),
  };
}
