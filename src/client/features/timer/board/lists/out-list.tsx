import type { EntryResult } from '../../../../../domain/results/entry-result.ts';
import { RacerName, type ShowDetails } from '../rows/racer-name.tsx';

/** Racers without a rank, below the leaderboard, each with the code of its status. */
export function OutList({
  out,
  onShow,
}: {
  readonly out: readonly EntryResult[];
  readonly onShow: ShowDetails | null;
}) {
  return (
    <ul aria-label="Not placed" className="mt-3 px-3.5 text-ink-2">
      {out.map(({ entry, status }) => (
        <li key={entry.racerId} className="relative flex min-h-12 items-center gap-3">
          <span className="digits min-w-10 shrink-0 text-center text-14 font-[720]">{status}</span>
          <RacerName entry={entry} onShow={onShow} className="text-16" />
        </li>
      ))}
    </ul>
  );
}
