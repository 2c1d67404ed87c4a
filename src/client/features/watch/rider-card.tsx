import { RunningClock } from '../../timing/clocks/running-clock.tsx';
import { RacerName, type ShowDetails } from '../../timing/rows/racer-name.tsx';
import type { Standing } from './racer-standing.ts';

export interface RiderCardProps {
  readonly standing: Standing;
  readonly isStarred: boolean;
  readonly onShow: ShowDetails;
}

/** The racer who is followed, or whose link was opened, above the board. */
export function RiderCard({ standing: { racer, words, time, runsSince }, isStarred, onShow }: RiderCardProps) {
  return (
    <div
      data-testid="followed-racer"
      className="relative flex min-h-14 items-center gap-3 rounded-card border-2 border-ink bg-card px-3.5 shadow-card"
    >
      <span aria-hidden className="text-20">
        {isStarred ? '★' : '☆'}
      </span>
      <div className="min-w-0 flex-1">
        <RacerName entry={racer.entry} onShow={onShow} className="font-[720]" />
        <p className="digits truncate text-14 text-ink-2">{words}</p>
      </div>
      <span className="digits shrink-0 text-20 font-[760]">
        {runsSince === null ? time : <RunningClock startTime={runsSince} />}
      </span>
    </div>
  );
}
