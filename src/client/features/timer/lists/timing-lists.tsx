import type { ComponentType, ReactNode, Ref } from 'react';
import type { EndLine } from '../../../../domain/model/lines.ts';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import type { DurationMs } from '../../../../domain/units.ts';
import { CloseUpButton } from '../../../timing/hold/close-up-button.tsx';
import type { HeldBoard } from '../../../timing/hold/use-held-rows.ts';
import { type DoneProps, RacerList, type RacerListProps, type RacerNodes } from '../../../timing/rows/racer-list.tsx';
import type { ShowDetails } from '../../../timing/rows/racer-name.tsx';
import type { Tap, TapButtonProps } from '../../../timing/taps/timing-button.tsx';
import { BoardSection } from '../../../leaderboard/lists/board-section.tsx';
import { InactiveRow } from './inactive-row.tsx';
import { type ChaseWords, OnCourseRow } from '../../../leaderboard/lists/on-course-row.tsx';

export interface TimingListsProps extends RowParts {
  /** The rows on the screen, those that a search has left. */
  readonly held: HeldBoard;
  /** The texts for lists without a row. */
  readonly nobody: { readonly onCourse: string; readonly inactive: string };
  readonly inactiveList: Ref<HTMLDivElement>;
  /** Shown above the inactive racers: teams that one tap starts. */
  readonly teams: ReactNode;
  readonly KeepFocus: RacerListProps['KeepFocus'];
}

interface RowParts {
  readonly timeZone: string;
  /** The button of racers who have not started. */
  readonly line: EndLine;
  readonly best: DurationMs | null;
  /** How racers stand at the points of the course. */
  readonly chases: ReadonlyMap<string, ChaseWords> | undefined;
  readonly pendingIds: ReadonlySet<string>;
  readonly Button: ComponentType<TapButtonProps>;
  readonly Done: ComponentType<DoneProps>;
  readonly isDisabled: boolean;
  /** The race is stopped. */
  readonly startsRest: boolean;
  readonly onTap: Tap;
  readonly onShow: ShowDetails | null;
  readonly chips: RacerNodes;
}

/** Racers on course and inactive racers. A row says what its racer does next, whichever of the lists it stands in. */
export function TimingLists({ held, nobody, inactiveList, teams, KeepFocus, ...parts }: TimingListsProps) {
  const { onCourse, inactive, done, moved } = held;
  const countMoved = (racers: readonly EntryResult[]) => racers.filter(({ entry }) => moved.has(entry.racerId)).length;
  const rowOf = (of: EndLine) => (racer: EntryResult) => (
    <TimingRow racer={racer} isDone={done.has(racer.entry.racerId)} of={of} {...parts} />
  );
  return (
    <>
      <BoardSection
        title="Racers On Course"
        action={<CloseUpButton count={countMoved(onCourse)} />}
        aside={onCourse.length > 1 ? 'next expected first' : undefined}
        empty={nobody.onCourse}
      >
        {onCourse.length > 0 && (
          <RacerList racers={onCourse} KeepFocus={KeepFocus}>
            {rowOf('finish')}
          </RacerList>
        )}
      </BoardSection>
      <div ref={inactiveList}>
        {teams}
        <BoardSection
          title="Inactive Racers"
          action={<CloseUpButton count={countMoved(inactive)} />}
          aside={inactive.length > 0 ? String(inactive.length - countMoved(inactive)) : undefined}
          empty={nobody.inactive}
        >
          {inactive.length > 0 && (
            <RacerList racers={inactive} KeepFocus={KeepFocus}>
              {rowOf(parts.line)}
            </RacerList>
          )}
        </BoardSection>
      </div>
    </>
  );
}

interface TimingRowProps extends RowParts {
  readonly racer: EntryResult;
  readonly isDone: boolean;
  /** The line of the list in which the row stands. */
  readonly of: EndLine;
}

function TimingRow({
  racer,
  isDone,
  of,
  Done,
  best,
  chases,
  pendingIds,
  chips,
  timeZone,
  line,
  startsRest,
  ...rest
}: TimingRowProps) {
  const { entry, state, start, startTime } = racer;
  const { racerId } = entry;
  if (isDone) return <Done racer={racer} line={doneAt(racer, of)} />;
  if (state !== 'on-course') {
    const isDisabled = rest.isDisabled || (line === 'start' && startsRest);
    return <InactiveRow entry={entry} chip={chips.get(racerId)} line={line} {...rest} isDisabled={isDisabled} />;
  }
  return (
    <OnCourseRow
      entry={entry}
      startTime={startTime!}
      timeZone={timeZone}
      {...(chases?.get(racerId) ?? { until: best })}
      isPending={start !== null && pendingIds.has(start.id)}
      chip={chips.get(racerId)}
      {...rest}
    />
  );
}

/** The line at which the last step of a racer was made. */
function doneAt({ entry, state, finish }: EntryResult, of: EndLine): EndLine {
  if (state === 'on-course' && !entry.removed) return 'start';
  return finish === null ? of : 'finish';
}
