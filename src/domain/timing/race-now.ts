import type { EventState } from '../events/state.ts';
import type { EntryResult } from '../results/entry-result.ts';
import { listToCome } from '../results/likely.ts';
import { type Projected, projectPlaces } from '../results/projected.ts';
import type { RankedResult } from '../results/ranking.ts';
import type { EpochMs } from '../units.ts';
import { type Board, readBoard } from './board.ts';

/** A racer on course, on the way to the finish. */
export interface Arriving {
  readonly racer: EntryResult;
  /** Null while no other racer's time says it. */
  readonly expected: EpochMs | null;
  /** Null before the first finish. */
  readonly projected: Projected | null;
}

/** What is said about a race at one moment: by an announcer, on a wall, over a picture. */
export interface RaceNow {
  readonly board: Board;
  /** The newest finish first. */
  readonly finishes: readonly RankedResult[];
  /** The next one first. */
  readonly arriving: readonly Arriving[];
}

export function readRaceNow(event: EventState, at: EpochMs): RaceNow {
  const board = readBoard(event);
  const { places } = projectPlaces(event, at);
  return {
    board,
    finishes: board.leaderboard.toSorted((one, other) => other.finishTime! - one.finishTime!),
    arriving: listToCome(event, 'finish')
      .filter(({ racer }) => racer.state === 'on-course')
      .map(({ racer, expected }) => ({ racer, expected, projected: places.get(racer.entry.racerId) ?? null })),
  };
}
