import type { Leaderboard } from '../../../domain/results/read-leaderboard.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { BoardSection } from '../lists/board-section.tsx';
import { RacerName, type ShowDetails } from '../../timing/rows/racer-name.tsx';

export interface WithoutHandicapProps {
  readonly racers: Leaderboard['without'];
  readonly onShow: ShowDetails | null;
}

/** Racers who have a time and no rank by adjusted time. */
export function WithoutHandicap({ racers, onShow }: WithoutHandicapProps) {
  if (racers.length === 0) return null;
  return (
    <BoardSection title="No handicap" aside={racers.length} empty="">
      <ul className="overflow-clip rounded-card border border-line bg-card shadow-card">
        {racers.map(({ entry, duration, unit, actualRank }) => (
          <li
            key={entry.racerId}
            className="relative flex min-h-14 items-center gap-3 px-3.5 not-first:border-t not-first:border-line"
          >
            <div className="min-w-0 flex-1">
              <RacerName entry={entry} onShow={onShow} className="font-[650]" />
              <p className="digits text-13 text-ink-2">actual #{actualRank}</p>
            </div>
            <span className="digits shrink-0 text-18 font-[720]">{formatDuration(duration, unit)}</span>
          </li>
        ))}
      </ul>
    </BoardSection>
  );
}
