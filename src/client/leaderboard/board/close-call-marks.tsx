import { listCloseCalls } from '../../../domain/results/close-calls.ts';
import type { LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';
import type { RacerNodes } from '../../timing/rows/racer-list.tsx';

const MARK = (
  <span title="The clocks cannot tell who of the two was faster" className="font-[650] text-waiting-ink">
    too close to call
  </span>
);

/** Marks for the leaderboard. */
export function markCloseCalls(leaderboard: readonly LeaderboardRow[]): RacerNodes {
  return new Map(Array.from(listCloseCalls(leaderboard), (racerId) => [racerId, MARK]));
}
