import { type ReactNode, type Ref, use } from 'react';
import type { EndLine } from '../../../../domain/model/lines.ts';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import type { DurationMs } from '../../../../domain/units.ts';
import { CloseUpButton } from '../../../timing/hold/close-up-button.tsx';
import type { HeldBoard } from '../../../timing/hold/use-held-rows.ts';
import { DoneRow } from '../../../timing/hold/done-row.tsx';
import { RacerList } from '../../../timing/rows/racer-list.tsx';
import type { ShowDetails } from '../../../timing/rows/racer-name.tsx';
import type { Tap } from '../../../timing/taps/timing-button.tsx';
import { BoardSection } from '../../../leaderboard/lists/board-section.tsx';
import { WatchedContext, type WatchedTimes } from '../strip/watched-times.ts';
import { InactiveRow } from './inactive-row.tsx';
import { OnCourseRow } from '../../../leaderboard/lists/on-course-row.tsx';

export interface TimingListsProps extends Omit<RowParts, 'watched'> {
  /** The rows on the screen, those that a search has left. */
  readonly held: HeldBoard;
  /** The texts for lists without a row. */
  readonly nobody: { readonly onCourse: string; readonly inactive: string };
  readonly inactiveList: Ref<HTMLDivElement>;
  /** Shown above the inactive racers: teams that one tap starts. */
  readonly teams: ReactNode;
}

interface RowParts {
  readonly timeZone: string;
  /** The button of racers who have not started. */
  readonly line: EndLine;
  readonly best: DurationMs | null;
  readonly watched: Pick<WatchedTimes, 'chips' | 'chases'>;
  readonly pendingIds: ReadonlySet<string>;
  readonly isDisabled: boolean;
  /** The race is stopped. */
  readonly startsRest: boolean;
  readonly onTap: Tap;
  readonly onShow: ShowDetails | null;
}

/** Racers on course and inactive racers. A row says what its racer does next, whichever of the lists it stands in. */
export function TimingLists({ held, nobody, inactiveList, teams, ...parts }: TimingListsProps) {
  const { onCourse, inactive, done, moved } = held;
  const watched = use(WatchedContext);
  const countMoved = (racers: readonly EntryResult[]) => racers.filter(({ entry }) => moved.has(entry.racerId)).length;
  const rowOf = (of: EndLine) => (racer: EntryResult) => (
    <TimingRow racer={racer} isDone={done.has(racer.entry.racerId)} of={of} watched={watched} {...parts} />
  );
  return (
    <>
      <BoardSection
        title="Racers On Course"
        action={<CloseUpButton count={countMoved(onCourse)} />}
        aside={onCourse.length > 1 ? 'next expected first' : undefined}
        empty={nobody.onCourse}
      >
        {onCourse.length > 0 && <RacerList racers={onCourse}>{rowOf('finish')}</RacerList>}
      </BoardSection>
      <div ref={inactiveList}>
        {teams}
        <BoardSection
          title="Inactive Racers"
          action={<CloseUpButton count={countMoved(inactive)} />}
          aside={inactive.length > 0 ? String(inactive.length - countMoved(inactive)) : undefined}
          empty={nobody.inactive}
        >
          {inactive.length > 0 && <RacerList racers={inactive}>{rowOf(parts.line)}</RacerList>}
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
  best,
  watched: { chips, chases },
  pendingIds,
  timeZone,
  line,
  startsRest,
  ...rest
}: TimingRowProps) {
  const { entry, state, start, startTime } = racer;
  const { racerId } = entry;
  if (isDone) return <DoneRow racer={racer} line={doneAt(racer, of)} />;
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
