import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { RacerName, type ShowDetails } from './racer-name.tsx';

/** Racers without a place, below the leaderboard, each with the code of its status. */
export function OutList({
  out,
  onShow,
}: {
  readonly out: readonly EntryResult[];
  readonly onShow: ShowDetails | null;
}) {
  return (
    <ul className="mt-3 px-3.5 text-ink-2">
      {out.map(({ entry, status }) => (
        <li key={entry.racerId} className="relative flex min-h-12 items-center gap-3">
          {status} <RacerName entry={entry} onShow={onShow} />
        </li>
      ))}
    </ul>
  );
}
