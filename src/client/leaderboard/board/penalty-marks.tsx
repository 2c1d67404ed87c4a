import type { LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';
import { describePenalty } from '../../../domain/timing/amount.ts';
import type { RacerNodes } from '../../timing/rows/racer-list.tsx';

/** Penalties and bonuses, after other marks of the same racers. */
export function markPenalties(leaderboard: readonly LeaderboardRow[], others: RacerNodes): RacerNodes {
  const marks = new Map(others);
  for (const { entry, penalty } of leaderboard) {
    if (penalty === 0) continue;
    const other = others.get(entry.racerId);
    marks.set(
      entry.racerId,
      <>
        {other && <>{other} · </>}
        <span className="font-[650] text-ink">{describePenalty(penalty)}</span>
      </>,
    );
  }
  return marks;
}
