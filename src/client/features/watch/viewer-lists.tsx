import { memo, type ReactNode, useRef } from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import { describeProjected } from '../../../domain/results/describe-projected.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import type { Projected } from '../../../domain/results/projected.ts';
import type { Leaderboard as LeaderboardOfEvent } from '../../../domain/results/read-leaderboard.ts';
import type { Board } from '../../../domain/board/board.ts';
import { formatClock } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { DurationMs } from '../../../domain/units.ts';
import { isSame } from '../../ui/same.ts';
import { RunningClock } from '../../timing/clocks/running-clock.tsx';
import { Leaderboard, type LeaderboardProps } from '../../leaderboard/board/leaderboard.tsx';
import { BoardSection } from '../../leaderboard/lists/board-section.tsx';
import { NotRanked } from '../../leaderboard/lists/not-ranked.tsx';
import type { ChaseWords } from '../../leaderboard/lists/on-course-row.tsx';
import { RacerName } from '../../timing/rows/racer-name.tsx';
import { describeEmpty } from '../../leaderboard/search/describe-empty.ts';
import { useRowWindow } from '../../timing/rows/use-row-window.ts';
import type { BoardFormat } from '../../leaderboard/standings/use-board-format.tsx';
import type { ViewerExtras } from './viewer-extras.ts';

const ROW_REM = 3.5;

export interface ViewerListsProps {
  readonly event: EventState;
  readonly board: Board;
  readonly leaderboard: LeaderboardOfEvent;
  readonly extras: ViewerExtras;
  readonly format: BoardFormat;
  readonly RunLink: LeaderboardProps['RunLink'];
}

const NONE: ReadonlySet<string> = new Set();
const EMPTY = 'No finishers yet. Racers move here as they come in.';

/** The lists for viewers: the leaderboard first. Start and Finish stay, disabled, as the clock and a quiet word. */
export function ViewerLists({ event, board, leaderboard, extras, format, RunLink }: ViewerListsProps) {
  const { timeZone } = event;
  const { isFound, query, onShow, starred, aside, chases, places } = extras;
  const { ranked = leaderboard.ranked, marks, corrected, lines, figureOf } = format;
  const { above, notRanked, instead, below } = format;
  const only = <Racer extends EntryResult>(racers: readonly Racer[]) =>
    isFound === null ? racers : racers.filter(({ entry }) => isFound(entry));
  return (
    <div className="grid items-start gap-x-8 gap-y-3 md:grid-cols-[3fr_2fr]">
      <div id="leaderboard" className="min-w-0 scroll-mt-28">
        {above}
        {instead?.(aside) ?? (
          <Leaderboard
            racers={only(ranked)}
            timeZone={timeZone}
            pendingIds={NONE}
            onShow={onShow}
            share={aside}
            RunLink={RunLink}
            marks={marks}
            corrected={corrected}
            lines={lines}
            figureOf={figureOf}
            empty={describeEmpty(query, EMPTY, ranked.length)}
          />
        )}
        {notRanked ?? <NotRanked racers={only(board.out)} onShow={onShow} />}
        {below}
      </div>
      <div className="min-w-0">
        <div id="on-course" className="scroll-mt-28">
          <Rows
            title="Racers On Course"
            racers={only(board.onCourse)}
            empty={describeEmpty(query, 'Nobody is on course.', board.onCourse.length)}
            hint={onShow !== null && starred === null && 'tap a name to follow · '}
          >
            {(racer) => {
              const { racerId } = racer.entry;
              const chase = chases?.get(racerId);
              return (
                <OnCourseRow
                  racer={racer}
                  timeZone={timeZone}
                  until={chase ? chase.until : board.best}
                  place={chase?.place}
                  where={chase?.where}
                  projected={places?.get(racerId)}
                  isStarred={starred === racerId}
                  onShow={onShow}
                />
              );
            }}
          </Rows>
        </div>
        <Rows
          title="Inactive Racers"
          racers={only(board.inactive)}
          empty={describeEmpty(query, 'Nobody is waiting to start.', board.inactive.length)}
        >
          {({ entry }) => (
            <Row entry={entry} onShow={onShow} name="Start" action="Start">
              {entry.slot?.at != null && `starts ${formatTimeOfDay(entry.slot.at, timeZone)}`}
            </Row>
          )}
        </Rows>
      </div>
    </div>
  );
}

interface RowsProps {
  readonly title: string;
  readonly racers: readonly EntryResult[];
  readonly empty: string;
  /** Before the count. */
  readonly hint?: ReactNode;
  readonly children: (racer: EntryResult) => ReactNode;
}

function Rows({ title, racers, empty, hint, children }: RowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const { length } = racers;
  const { from, to, style, isWindowed, rowClass } = useRowWindow(list, length, ROW_REM);
  return (
    <BoardSection
      title={title}
      aside={
        length > 0 ? (
          <>
            <span className="font-[450]">{hint}</span>
            {length}
          </>
        ) : undefined
      }
      empty={empty}
    >
      {length > 0 && (
        <ul ref={list} style={style} className="overflow-clip rounded-card border border-line bg-card shadow-card">
          {racers.slice(from, to).map((racer, index) => (
            <li
              key={racer.entry.racerId}
              className={`relative flex h-14 contain-content items-center gap-3 px-3.5 not-first:border-t not-first:border-line ${rowClass}`}
              {...(isWindowed ? { 'aria-posinset': from + index + 1, 'aria-setsize': length } : {})}
            >
              {children(racer)}
            </li>
          ))}
        </ul>
      )}
    </BoardSection>
  );
}

interface RowProps extends Pick<ViewerExtras, 'onShow'> {
  readonly entry: EntryResult['entry'];
  readonly name: string;
  readonly action: ReactNode;
  readonly under?: ReactNode;
  readonly children: ReactNode;
}

const Row = memo(function Row({ entry, onShow, name, action, under, children }: RowProps) {
  return (
    <>
      {entry.bib && (
        <span className="digits w-9 shrink-0 truncate text-14 font-[720] text-ink-2">
          <span className="sr-only">Bib </span>
          {entry.bib}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <RacerName entry={entry} onShow={onShow} className="font-[650]" />
        <p className="digits line-clamp-2 text-13 leading-[1.15] text-ink-2">{children}</p>
      </div>
      <div className="flex shrink-0 flex-col-reverse items-end">
        {under}
        <button
          type="button"
          data-timing-button
          aria-label={`${name} ${entry.name}`}
          className="text-14 text-ink-2"
          disabled
        >
          {action}
        </button>
      </div>
    </>
  );
}, isSame);

interface OnCourseRowProps extends Pick<ViewerExtras, 'onShow'> {
  readonly racer: EntryResult;
  readonly timeZone: string;
  readonly until: DurationMs | null;
  readonly place: ChaseWords['place'] | undefined;
  readonly where: ChaseWords['where'] | undefined;
  readonly projected: Projected | undefined;
  readonly isStarred: boolean;
}

const OnCourseRow = memo(function OnCourseRow(props: OnCourseRowProps) {
  const { racer, timeZone, until, place, where = '', projected, isStarred, onShow } = props;
  const toLead = useRef<HTMLSpanElement>(null);
  return (
    <Row
      entry={racer.entry}
      onShow={onShow}
      name="Finish"
      action={
        <span className="digits text-20 font-[720] text-ink">
          <RunningClock startTime={racer.startTime!} toLead={toLead} until={until} />
        </span>
      }
      under={projected && <span className="digits text-13 text-ink-2">{describeProjected(projected)}</span>}
    >
      {isStarred && '★ '}
      {place || `started ${formatTimeOfDay(racer.startTime!, timeZone)}`}
      {until !== null && (
        <span ref={toLead}>
          , needs {formatClock(until)} {where}to lead
        </span>
      )}
    </Row>
  );
}, isSame);
