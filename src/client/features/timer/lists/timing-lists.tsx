import { type ReactNode, type Ref, use } from 'react';
import type { EndLine } from '../../../../domain/model/lines.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import type { DurationMs } from '../../../../domain/units.ts';
import { OpenContext } from '../../../event/event-context.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { CloseUpButton } from '../../../timing/hold/close-up-button.tsx';
import type { HeldBoard } from '../../../timing/hold/use-held-rows.ts';
import { DoneRow } from '../../../timing/hold/done-row.tsx';
import { RacerList } from '../../../timing/rows/racer-list.tsx';
import type { ShowDetails } from '../../../timing/rows/racer-name.tsx';
import type { Tap } from '../../../timing/taps/timing-button.tsx';
import { hasTimed } from '../../../timing/taps/use-unsure-taps.ts';
import { BoardSection } from '../../../leaderboard/lists/board-section.tsx';
import { WatchedContext, type WatchedTimes } from '../strip/watched-times.ts';
import { InactiveRow } from './inactive-row.tsx';
import { OnCourseRow } from '../../../leaderboard/lists/on-course-row.tsx';

export interface TimingListsProps extends Omit<RowParts, 'watched' | 'sync'> {
  /** The rows on the screen, those that a search has left. */
  readonly held: HeldBoard;
  /** The texts for lists without a row. */
  readonly nobody: { readonly onCourse: string; readonly inactive: string };
  readonly inactiveList: Ref<HTMLDivElement>;
  /** Shown above the inactive racers: teams that one tap starts. */
  readonly teams: ReactNode;
}

interface RowParts {
  readonly event: EventState;
  readonly sync: SyncClient | null;
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
  const sync = use(OpenContext)?.sync ?? null;
  const countMoved = (racers: readonly EntryResult[]) => racers.filter(({ entry }) => moved.has(entry.racerId)).length;
  const rowOf = (of: EndLine) => (racer: EntryResult) =>
    drawRow({ racer, isDone: done.has(racer.entry.racerId), of, watched, sync, ...parts });
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

interface TimingRow extends RowParts {
  readonly racer: EntryResult;
  readonly isDone: boolean;
  /** The line of the list in which the row stands. */
  readonly of: EndLine;
}

/** No component of its own: it would be drawn for every row at each tap, and what it returns compares what it shows. */
function drawRow(row: TimingRow): ReactNode {
  const { racer, isDone, of, event, sync, best, watched, pendingIds, line, startsRest, isDisabled, onTap, onShow } =
    row;
  const { entry, state, start, startTime } = racer;
  const { racerId } = entry;
  const { timeZone } = event;
  if (isDone) {
    const at = doneAt(racer, of);
    const tap = at === 'start' ? start : racer.finish;
    const deviceId = sync?.deviceId() ?? '';
    return (
      <DoneRow
        {...{ racer, sync, timeZone, onTap }}
        line={at}
        eventId={event.id}
        isPending={tap !== null && pendingIds.has(tap.id)}
        own={tap?.by.deviceId === deviceId ? tap.id : null}
        isTimed={hasTimed(event, deviceId, { racerId, line: at })}
      />
    );
  }
  const shared = { entry, onTap, onShow, chip: watched.chips.get(racerId) };
  if (state !== 'on-course')
    return <InactiveRow {...shared} line={line} isDisabled={isDisabled || (line === 'start' && startsRest)} />;
  return (
    <OnCourseRow
      {...{ ...shared, timeZone, isDisabled }}
      startTime={startTime!}
      {...(watched.chases?.get(racerId) ?? { until: best })}
      isPending={start !== null && pendingIds.has(start.id)}
    />
  );
}

/** The line at which the last step of a racer was made. */
function doneAt({ entry, state, finish }: EntryResult, of: EndLine): EndLine {
  if (state === 'on-course' && !entry.removed) return 'start';
  return finish === null ? of : 'finish';
}
