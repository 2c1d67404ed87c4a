import { type ComponentType, memo, type ReactNode, useRef } from 'react';
import type { Entry } from '../../../domain/model/state.ts';
import type { LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { placeOf, timeAndGap } from '../time-and-gap.ts';
import type { RowWords } from '../standings/row-words.ts';
import { BoardSection } from '../lists/board-section.tsx';
import { PendingMark } from '../../timing/rows/pending-mark.tsx';
import type { RacerNodes } from '../../timing/rows/racer-list.tsx';
import { isSame } from '../../ui/same.ts';
import { NumberedName, type ShowDetails } from '../../timing/rows/racer-name.tsx';
import type { RunLinkProps } from './run-link.tsx';
import { useRowMotion } from '../../timing/rows/use-row-motion.ts';
import { useRowWindow } from '../../timing/rows/use-row-window.ts';

const ROW_REM = 4.5;
// Opaque, so that rows pass over each other and not through.
const ROW =
  'relative flex contain-content items-center gap-3 bg-card px-3.5 py-1 not-first:border-t not-first:border-line';

export interface LeaderboardProps extends RowWords {
  readonly racers: readonly LeaderboardRow[];
  readonly timeZone: string;
  readonly pendingIds: ReadonlySet<string>;
  readonly onShow: ShowDetails | null;
  readonly share: ReactNode;
  readonly empty: string;
  /** Opens the recording of a racer, where the viewer may see one. */
  readonly RunLink?: ComponentType<RunLinkProps> | null | undefined;
  readonly chips?: RacerNodes | undefined;
}

/** A start among 500 racers changes nothing here: without this comparison every row would be drawn again. */
export const Leaderboard = memo(RankedList, (before, after) => {
  const { racers, pendingIds, ...rest } = after;
  const isSameOtherwise = (Object.keys(rest) as (keyof typeof rest)[]).every((key) => isSame(before[key], after[key]));
  return isSameOtherwise && isSameRanking(before, { racers, pendingIds });
});

type Ranking = Pick<LeaderboardProps, 'racers' | 'pendingIds'>;

const SHOWN = ['entry', 'start', 'finish', 'duration', 'unit', 'rank', 'gap', 'isToCheck'] as const;

function isSameRanking(before: Ranking, after: Ranking): boolean {
  return (
    before.racers.length === after.racers.length &&
    after.racers.every((racer, index) => {
      const known = before.racers[index]!;
      return (
        SHOWN.every((field) => known[field] === racer[field]) &&
        isPending(known, before.pendingIds) === isPending(racer, after.pendingIds)
      );
    })
  );
}

function isPending({ start, finish }: LeaderboardRow, pendingIds: ReadonlySet<string>): boolean {
  return pendingIds.has(start?.id ?? '') || pendingIds.has(finish?.id ?? '');
}

function RankedList(props: LeaderboardProps) {
  const {
    racers,
    timeZone,
    pendingIds,
    onShow,
    share,
    empty,
    RunLink,
    chips,
    lines,
    corrected,
    figureOf = timeAndGap,
    marks,
  } = props;
  const list = useRef<HTMLOListElement>(null);
  const { from, to, style, isWindowed, rowClass } = useRowWindow(list, racers.length, ROW_REM);
  useRowMotion(list, racers.map(({ entry, duration }) => `${entry.racerId} ${duration}`).join());
  return (
    <BoardSection title="Leaderboard" aside={share && <div className="-me-3">{share}</div>} empty={empty}>
      {racers.length > 0 && (
        <ol
          ref={list}
          style={style}
          className="relative overflow-clip rounded-card border border-line bg-card shadow-card"
        >
          {racers.slice(from, to).map((racer, index) => (
            <li
              key={racer.entry.racerId}
              data-row={racer.entry.racerId}
              data-mark={racer.duration}
              className={`${ROW} ${isWindowed ? 'h-18' : 'min-h-18'} ${rowClass}`}
              {...(isWindowed ? { 'aria-posinset': from + index + 1, 'aria-setsize': racers.length } : {})}
            >
              <Result
                entry={racer.entry}
                place={placeOf(racer)}
                isToCheck={racer.isToCheck}
                startTime={racer.startTime!}
                finishTime={racer.finishTime!}
                figure={figureOf(racer)[0]}
                under={figureOf(racer)[1]}
                isCorrected={racer.isCorrected && !corrected?.has(racer.entry.racerId)}
                isPending={isPending(racer, pendingIds)}
                timeZone={timeZone}
                onShow={onShow}
                chip={chips?.get(racer.entry.racerId) ?? lines?.get(racer.entry.racerId)}
                mark={marks?.get(racer.entry.racerId)}
              />
              {RunLink && <RunLink racerId={racer.entry.racerId} name={racer.entry.name} />}
            </li>
          ))}
        </ol>
      )}
    </BoardSection>
  );
}

interface ResultProps {
  readonly entry: Entry;
  readonly place: string;
  readonly isToCheck: boolean;
  readonly startTime: EpochMs;
  readonly finishTime: EpochMs;
  readonly figure: string;
  readonly under: string;
  readonly isCorrected: boolean;
  readonly isPending: boolean;
  readonly timeZone: string;
  readonly onShow: ShowDetails | null;
  readonly chip: ReactNode;
  readonly mark: ReactNode;
}

const Result = memo(function Result(props: ResultProps) {
  const { entry, place, isToCheck, startTime, finishTime, figure, under, isCorrected, isPending } = props;
  const { timeZone, onShow, chip, mark } = props;
  return (
    <>
      <span data-flash aria-hidden className="absolute inset-0 bg-accent opacity-0" />
      <span
        className={`digits relative flex h-8 min-w-10 shrink-0 items-center justify-center rounded-bib px-1.5 text-16 font-[720] ${
          place === '#1' ? 'bg-accent text-on-accent' : 'text-ink-2'
        }`}
      >
        {place}
      </span>
      <div className="relative flex min-h-12 min-w-0 flex-1 flex-col justify-center">
        <NumberedName entry={entry} onShow={onShow} className="text-16 font-[650] xl:text-20" />
        {chip ?? (
          <p className="digits truncate text-13 text-ink-2 xl:text-14">
            {isPending && <PendingMark />}
            {isToCheck && <ToCheckMark />}
            {mark && (
              <>
                <span className="max-sm:block max-sm:truncate">{mark}</span>
                <span className="max-sm:hidden"> · </span>
              </>
            )}
            <span className="sr-only">Start </span>
            {formatTimeOfDay(startTime, timeZone)}
            <span aria-hidden> – </span>
            <span className="sr-only">, finish </span>
            {formatTimeOfDay(finishTime, timeZone)}
            {isCorrected && (
              <span title="Someone corrected a time of this racer by hand" className="font-[650] text-waiting-ink">
                {' '}
                · corrected
              </span>
            )}
          </p>
        )}
      </div>
      <p className="digits relative shrink-0 text-end">
        <span className="block text-18 font-[760] leading-6 xl:text-24 xl:leading-7">{figure}</span>
        {under && <span className="block text-13 leading-5 text-ink-2 xl:text-14">{under}</span>}
      </p>
    </>
  );
}, isSame);

/** For everybody who reads the board, until somebody says that the time is right. */
function ToCheckMark() {
  return (
    <>
      <span
        title="Far from all other times, and nobody has confirmed it yet"
        className="font-[650] text-waiting-ink max-sm:block"
      >
        to be checked
      </span>
      <span className="max-sm:hidden"> · </span>
    </>
  );
}
