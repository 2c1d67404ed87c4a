import { listCloseCalls } from '../../../domain/results/close-calls.ts';
import type { LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';
import { describePenalty } from '../../../domain/timing/amount.ts';
import type { RacerNodes } from '../../timing/rows/racer-list.tsx';

const MARK = (
  <span title="The clocks can’t tell who of the two was faster" className="font-[650] text-waiting-ink">
    too close to call
  </span>
);

/** Marks for the leaderboard: times that are too close to call. */
export function markCloseCalls(leaderboard: readonly LeaderboardRow[]): RacerNodes {
  return new Map(Array.from(listCloseCalls(leaderboard), (racerId) => [racerId, MARK]));
}

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
