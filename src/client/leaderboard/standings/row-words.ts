import type { LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';
import type { RacerNodes } from '../../timing/rows/racer-list.tsx';

/** Texts that the event's way of ranking puts into the rows of a leaderboard. */
export interface RowWords {
  /** Shown in place of the times of day of a racer. */
  readonly lines?: RacerNodes | undefined;
  /** Racers whose mark says that they were corrected. */
  readonly corrected?: ReadonlySet<string> | undefined;
  /** Shown in place of the time and the gap. */
  readonly figureOf?: ((racer: LeaderboardRow) => readonly [string, string]) | undefined;
  /** Marks beside the times of racers. */
  readonly marks?: RacerNodes | undefined;
}
