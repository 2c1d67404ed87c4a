import type { ReactNode } from 'react';
import type { Entry } from '../../../domain/events/state.ts';
import type { Projected } from '../../../domain/results/projected.ts';
import type { ChaseWords } from '../../leaderboard/lists/on-course-row.tsx';
import type { ShowDetails } from '../../timing/rows/racer-name.tsx';
import type { BoardFormat } from '../../leaderboard/standings/use-board-format.tsx';

/** What a viewer's board gets once it is live, from code that is loaded after it. */
export interface ViewerExtras {
  /** Null: all racers are shown. */
  readonly isFound: ((entry: Entry) => boolean) | null;
  /** Opens one racer, to follow or to share. */
  readonly onShow: ShowDetails | null;
  /** Beside the leaderboard's title. */
  readonly aside: ReactNode;
  /** Of racers on the leaderboard. */
  readonly marks: BoardFormat['marks'];
  readonly starred: string | null;
  readonly chases: ReadonlyMap<string, ChaseWords> | undefined;
  readonly places: ReadonlyMap<string, Projected> | undefined;
}

export const noExtras: ViewerExtras = {
  isFound: null,
  onShow: null,
  aside: false,
  marks: undefined,
  starred: null,
  chases: undefined,
  places: undefined,
};
