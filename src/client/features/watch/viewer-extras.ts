import { createContext, type ReactNode } from 'react';
import type { Entry } from '../../../domain/model/state.ts';
import type { Projection } from '../../../domain/results/projected.ts';
import type { ChaseWords } from '../../leaderboard/lists/on-course-row.tsx';
import type { SeenEvent } from '../../event/event-context.ts';
import type { ShowDetails } from '../../timing/rows/racer-name.tsx';
import type { BoardFormat } from '../../leaderboard/standings/use-board-format.tsx';

/** The event as it is live; null before. A context: what only passes it on is not drawn for it. */
export const SeenContext = createContext<SeenEvent | null>(null);

/** Choices of this viewer on the board. */
export interface Chosen {
  /** Followed racer; absent until the viewer chooses here, when the device's kept choice counts. */
  readonly starred?: string | null;
  /** The racer whose dialog is open. */
  readonly shown: string | null;
}

/** Parts that a viewer's board gets once it is live, from code that is loaded after it. */
export interface ViewerExtras {
  /** Null: all racers are shown. */
  readonly isFound: ((entry: Entry) => boolean) | null;
  /** Text that is searched for. */
  readonly query: string;
  /** Opens one racer, to follow or to share. */
  readonly onShow: ShowDetails | null;
  /** Beside the leaderboard's title. */
  readonly aside: ReactNode;
  /** Marks of racers on the leaderboard. */
  readonly marks: BoardFormat['marks'];
  readonly starred: string | null;
  readonly chases: ReadonlyMap<string, ChaseWords> | undefined;
  readonly places: Projection['places'] | undefined;
  /** When the clock alone changes a place. */
  readonly changesAt: Projection['changesAt'];
}

export const noExtras: ViewerExtras = {
  isFound: null,
  query: '',
  onShow: null,
  aside: false,
  marks: undefined,
  starred: null,
  chases: undefined,
  places: undefined,
  changesAt: null,
};
