import { createContext, type ReactNode } from 'react';
import type { Look } from '../../../../domain/results/looks.ts';
import type { ChaseWords } from '../../../leaderboard/lists/on-course-row.tsx';
import type { RacerNodes } from '../../../timing/rows/racer-list.tsx';

/** Facts about the board's times besides the rows. */
export interface WatchedTimes {
  readonly looks: readonly Look[];
  readonly chips: RacerNodes;
  /** Refused taps without a row of their own: of nobody, or of a racer who was removed meanwhile. */
  readonly refused: ReactNode;
  /** For rows of the leaderboard: too close to call, penalties. */
  readonly marks: RacerNodes;
  /** How racers stand at the points of the course. */
  readonly chases: ReadonlyMap<string, ChaseWords> | undefined;
}

export const NOT_WATCHED: WatchedTimes = {
  looks: [],
  chips: new Map(),
  refused: null,
  marks: new Map(),
  chases: undefined,
};

/** A context: it follows a tap in a frame of its own, in which only its readers are drawn. */
export const WatchedContext = createContext(NOT_WATCHED);
