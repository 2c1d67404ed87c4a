import type { PointBoard } from '../../../../domain/results/split-board.ts';
import { formatDuration, formatGap } from '../../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { Button } from '../../../ui/button.tsx';
import { RacerName } from '../board/rows/racer-name.tsx';
import { WindowList } from '../board/rows/window-list.tsx';

export interface PointRankingProps {
  readonly board: PointBoard;
  readonly timeZone: string;
  readonly onTime: () => void;
}

/** The places and gaps at one point. */
export function PointRanking({ board: { point, ranked, expected }, timeZone, onTime }: PointRankingProps) {
  return (
    <div className="flex flex-col gap-4">
      <Button size="timing" variant="primary" className="w-full sm:self-start sm:w-auto" onClick={onTime}>
        Time here with this phone
      </Button>
      <p className="digits px-1 text-14 text-ink-2">
        {ranked.length} passed · {expected.length} still to come
      </p>
      {ranked.length === 0 ? (
        <p className="rounded-card border border-dashed border-line-strong px-4 py-6 text-center text-ink-2">
          Nobody has passed here yet. Each time at <bdi>{point.name}</bdi> moves to its place here.
        </p>
      ) : (
        <WindowList label={`Places at ${point.name}`} rows={ranked} keyOf={({ racer }) => racer.entry.racerId}>
          {({ racer: { entry }, rank, elapsed, gap, at }) => (
            <>
              <span
                className={`digits flex h-8 min-w-10 shrink-0 items-center justify-center rounded-bib px-1.5 font-[720] ${
                  rank === 1 ? 'bg-accent text-on-accent' : 'text-ink-2'
                }`}
              >
                #{rank}
              </span>
              <span className="min-w-0 flex-1">
                <RacerName entry={entry} onShow={null} className="font-[650]" />
                <span className="digits block text-13 text-ink-2">
                  {entry.bib !== null && entry.bib !== '' && `No. ${entry.bib} · `}
                  {formatTimeOfDay(at, timeZone)}
                </span>
              </span>
              <span className="digits shrink-0 text-end">
                <span className="block text-18 leading-6 font-[760]">{formatDuration(elapsed)}</span>
                {gap > 0 && <span className="block text-13 text-ink-2">{formatGap(gap)}</span>}
              </span>
            </>
          )}
        </WindowList>
      )}
    </div>
  );
}
