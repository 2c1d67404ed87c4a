import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { statusWords } from '../../../domain/model/ruling.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { NumberedName, type ShowDetails } from '../../timing/rows/racer-name.tsx';
import { BoardSection } from './board-section.tsx';

export interface NotRankedProps {
  readonly racers: readonly EntryResult[];
  readonly onShow: ShowDetails | null;
}

/** Racers whose status gives them no rank. Nothing is shown where there are none. */
export function NotRanked({ racers, onShow }: NotRankedProps) {
  if (racers.length === 0) return null;
  return (
    <BoardSection title="Not ranked" aside={racers.length} empty="">
      <ul className="overflow-clip rounded-card border border-line bg-card shadow-card">
        {racers.map(({ entry, status, outsideTime, unit }) => (
          <li
            key={entry.racerId}
            className="relative flex min-h-12 items-center gap-3 px-3.5 py-1 not-first:border-t not-first:border-line"
          >
            <b className="w-10 font-[720]">{status}</b>
            <NumberedName entry={entry} onShow={onShow} className="flex-1 font-[650]" />
            <span className="text-end text-14 text-ink-2">
              {outsideTime !== null && (
                <b className="digits block text-16 font-[650] text-ink">{formatDuration(outsideTime, unit)}</b>
              )}
              {statusWords[status]}
            </span>
          </li>
        ))}
      </ul>
    </BoardSection>
  );
}
