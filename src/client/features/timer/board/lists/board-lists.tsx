import { type ComponentType, type ReactNode, type Ref, useMemo } from 'react';
import type { EventState, EndLine } from '../../../../../domain/events/state.ts';
import type { Board } from '../../../../../domain/timing/board.ts';
import { createSearch } from '../../../../../domain/timing/search.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Inactive } from './inactive.tsx';
import { Leaderboard, type LeaderboardProps } from '../leaderboard/leaderboard.tsx';
import { NotRanked } from './not-ranked.tsx';
import { OnCourse, type OnCourseProps } from './on-course.tsx';
import type { ChipOf, DoneProps, RacerListProps } from '../rows/racer-list.tsx';
import type { ShowDetails } from '../rows/racer-name.tsx';
import type { Tap, TapButtonProps } from '../taps/timing-button.tsx';

export interface BoardListsProps {
  readonly event: EventState;
  readonly board: Board;
  /** The rows on the screen, where they are not those of the board: a row under a finger stays. */
  readonly held?: Pick<Board, 'onCourse' | 'inactive'>;
  readonly query: string;
  readonly pendingIds: ReadonlySet<string>;
  /** The button of racers who have not started. */
  readonly line: EndLine;
  readonly Button: ComponentType<TapButtonProps>;
  readonly isDisabled: boolean;
  readonly onTap: Tap;
  readonly onShow: ShowDetails | null;
  readonly share: ReactNode;
  /** Shown above the lists. */
  readonly children?: ReactNode;
  readonly inactiveList?: Ref<HTMLDivElement>;
  readonly RunLink?: LeaderboardProps['RunLink'];
  readonly Done?: ComponentType<DoneProps>;
  readonly chipOf?: ChipOf;
  readonly marks?: LeaderboardProps['marks'];
  readonly chases?: OnCourseProps['chases'];
  /** The rows of the leaderboard, where they are not those of the board. */
  readonly ranked?: LeaderboardProps['racers'] | undefined;
  /** The racers without a rank, where they are not those of the board. */
  readonly out?: Board['out'];
  readonly lineOf?: LeaderboardProps['lineOf'];
  readonly figureOf?: LeaderboardProps['figureOf'];
  /** Shown above the leaderboard. */
  readonly above?: ReactNode;
  /** Shown in place of the racers without a rank. */
  readonly notRanked?: ReactNode;
  /** Shown after all of them. */
  readonly below?: ReactNode;
  readonly corrected?: LeaderboardProps['corrected'];
  readonly KeepFocus?: RacerListProps['KeepFocus'];
  /** Shown above the inactive racers: teams that one tap starts. */
  readonly teams?: ReactNode;
  /** Shown in place of the leaderboard, with what stands beside its title. */
  readonly instead?: ((share: ReactNode) => ReactNode) | undefined;
}

/** The lists of racers on course, of inactive ones, and the leaderboard. */
export function BoardLists(props: BoardListsProps) {
  const {
    event,
    board,
    held = board,
    query,
    pendingIds,
    line,
    share,
    children,
    inactiveList,
    RunLink,
    marks,
    chases,
    ranked = board.leaderboard,
    out = board.out,
    lineOf,
    figureOf,
    above,
    notRanked,
    below,
    corrected,
    teams,
    instead,
    ...rest
  } = props;
  const isFound = useMemo(() => createSearch(query), [query]);
  const onCourse = useMemo(() => held.onCourse.filter(({ entry }) => isFound(entry)), [held, isFound]);
  const inactive = useMemo(() => held.inactive.filter(({ entry }) => isFound(entry)), [held, isFound]);
  return (
    <div className="grid items-start gap-x-6 gap-y-3 md:grid-cols-2 lg:gap-x-8">
      <div className="flex min-w-0 flex-col">
        {children}
        <OnCourse
          racers={onCourse}
          timeZone={event.timeZone}
          best={board.best}
          chases={chases}
          pendingIds={pendingIds}
          empty={describeEmpty(query, 'Nobody is on course.', board.onCourse.length)}
          {...rest}
        />
        <div ref={inactiveList}>
          {teams}
          <Inactive
            racers={inactive}
            line={line}
            empty={describeEmpty(query, 'Nobody is waiting to start.', board.inactive.length)}
            {...rest}
          />
        </div>
      </div>
      <div className="min-w-0">
        {above}
        {instead?.(share) ?? (
          <Leaderboard
            racers={ranked}
            lineOf={lineOf}
            figureOf={figureOf}
            timeZone={event.timeZone}
            pendingIds={pendingIds}
            onShow={rest.onShow}
            share={share}
            RunLink={RunLink}
            chipOf={rest.chipOf}
            marks={marks}
            corrected={corrected}
            empty="Nobody has finished yet. Each finish moves to its rank here."
          />
        )}
        {notRanked ?? <NotRanked racers={out} onShow={rest.onShow} />}
        {below}
      </div>
    </div>
  );
}

function describeEmpty(query: string, otherwise: string, hidden: number): string {
  return query.trim() !== '' && hidden > 0 ? `Nobody here matches “${query.trim()}”.` : otherwise;
}

export function NobodyYet({ onAdd }: { readonly onAdd: (() => void) | null }) {
  return (
    <div className="mb-3">
      <EmptyState
        title="No racers yet"
        action={
          onAdd !== null && (
            <Button variant="primary" size="lg" onClick={onAdd}>
              Add Racers
            </Button>
          )
        }
      >
        {onAdd === null ? 'Racers show here as soon as they are added.' : 'Add those who race today, then press Start.'}
      </EmptyState>
    </div>
  );
}
