import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { listCloseCalls } from '../../../domain/results/close-calls.ts';
import type { LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';

const MARK = (
  <span title="The clocks cannot tell who of the two was faster" className="font-[650] text-waiting-ink">
    too close to call
  </span>
);

/** Marks for the leaderboard: the same map while the same racers are marked, or every row would be drawn again. */
export function useCloseCallMarks(leaderboard: readonly LeaderboardRow[]): ReadonlyMap<string, ReactNode> {
  // A tap comes first: its mark may follow in a frame of its own.
  const calm = useDeferredValue(leaderboard);
  const marked = useMemo(() => Array.from(listCloseCalls(calm)).join(' '), [calm]);
  return useMemo(() => new Map(marked.split(' ').map((racerId) => [racerId, MARK])), [marked]);
}
