import { memo, type ReactNode, useRef } from 'react';
import type { Entry } from '../../../../domain/events/state.ts';
import { formatDuration, formatGap } from '../../../../domain/timing/format.ts';
import type { RankedRacer } from '../../../../domain/timing/leaderboard.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import type { DurationMs, EpochMs } from '../../../../domain/units.ts';
import { BoardSection } from './board-section.tsx';
import { PendingMark } from './pending-mark.tsx';
import { RacerName, type ShowDetails } from './racer-name.tsx';
import { skipHidden } from './skip-hidden.ts';
import { useRowMotion } from './use-row-motion.ts';

export interface LeaderboardProps {
  readonly racers: readonly RankedRacer[];
  readonly timeZone: string;
  readonly pendingIds: ReadonlySet<string>;
  readonly onShow: ShowDetails | null;
  readonly share: ReactNode;
  readonly empty: string;
}

export function Leaderboard({ racers, timeZone, pendingIds, onShow, share, empty }: LeaderboardProps) {
  const list = useRef<HTMLOListElement>(null);
  useRowMotion(list, racers.map(({ entry, duration }) => `${entry.racerId} ${duration}`).join());
  return (
    <BoardSection title="Leaderboard" aside={share && <div className="-mr-5">{share}</div>} empty={empty}>
      {racers.length > 0 && (
        <ol
          ref={list}
          className={`relative overflow-clip rounded-card border border-line bg-card shadow-card ${skipHidden(racers.length, 'rows')}`}
        >
          {racers.map(({ entry, start, finish, startTime, finishTime, duration, rank, gap, isCorrected }) => (
            <Row
              key={entry.racerId}
              entry={entry}
              rank={rank}
              startTime={startTime!}
              finishTime={finishTime!}
              duration={duration}
              gap={gap}
              isCorrected={isCorrected}
              isPending={pendingIds.has(start?.id ?? '') || pendingIds.has(finish?.id ?? '')}
              timeZone={timeZone}
              onShow={onShow}
            />
          ))}
        </ol>
      )}
    </BoardSection>
  );
}

interface RowProps {
  readonly entry: Entry;
  readonly rank: number;
  readonly startTime: EpochMs;
  readonly finishTime: EpochMs;
  readonly duration: DurationMs;
  readonly gap: DurationMs;
  readonly isCorrected: boolean;
  readonly isPending: boolean;
  readonly timeZone: string;
  readonly onShow: ShowDetails | null;
}

// On its own layer while it moves, and opaque, so that rows pass over each other and not through.
const ROW =
  'relative flex min-h-18 items-center gap-3 bg-card px-3.5 py-2.5 not-first:border-t not-first:border-line';

const Row = memo(function Row(props: RowProps) {
  const { entry, rank, startTime, finishTime, duration, gap, isCorrected, isPending, timeZone, onShow } = props;
  return (
    <li data-row={entry.racerId} data-mark={duration} className={ROW}>
      <span data-flash aria-hidden className="absolute inset-0 bg-accent opacity-0" />
      <span
        className={`digits relative flex h-8 min-w-10 shrink-0 items-center justify-center rounded-bib px-1.5 text-16 font-[720] ${
          rank === 1 ? 'bg-accent text-on-accent' : 'text-ink-2'
        }`}
      >
        #{rank}
      </span>
      <div className="relative flex min-h-12 min-w-0 flex-1 flex-col justify-center">
        <RacerName entry={entry} onShow={onShow} className="text-16 font-[650] xl:text-20" />
        <p className="digits text-13 text-ink-2 xl:text-14">
          {isPending && <PendingMark />}
          <span className="sr-only">Start </span>
          {formatTimeOfDay(startTime, timeZone)}
          <span aria-hidden> – </span>
          <span className="sr-only">, finish </span>
          {formatTimeOfDay(finishTime, timeZone)}
          {isCorrected && (
            <span title="A time of this racer was corrected by hand" className="font-[650] text-waiting-ink">
              {' '}
              · corrected
            </span>
          )}
        </p>
      </div>
      <p className="digits relative shrink-0 text-right">
        <span className="block text-18 font-[760] leading-6 xl:text-24 xl:leading-7">{formatDuration(duration)}</span>
        {gap > 0 && <span className="block text-13 leading-5 text-ink-2 xl:text-14">{formatGap(gap)}</span>}
      </p>
    </li>
  );
});
