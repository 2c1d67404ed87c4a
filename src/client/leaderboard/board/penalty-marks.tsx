import { type ReactNode, useMemo } from 'react';
import type { LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';
import { describePenalty } from '../../../domain/timing/amount.ts';
import { durationMs } from '../../../domain/units.ts';

type Marks = ReadonlyMap<string, ReactNode>;

/** Penalties and bonuses, after other marks of the same racers: the same map while nothing in it has changed. */
export function usePenaltyMarks(leaderboard: readonly LeaderboardRow[], others: Marks): Marks {
  const told = leaderboard
    .filter(({ penalty }) => penalty !== 0)
    .map(({ entry, penalty }) => `${entry.racerId} ${penalty}`)
    .toSorted()
    .join('\n');
  return useMemo(() => {
    if (told === '') return others;
    const marks = new Map(others);
    for (const line of told.split('\n')) {
      const [racerId = '', ms] = line.split(' ');
      marks.set(
        racerId,
        <>
          {others.has(racerId) && <>{others.get(racerId)} · </>}
          <span className="font-[650] text-ink">{describePenalty(durationMs(Number(ms)))}</span>
        </>,
      );
    }
    return marks;
  }, [told, others]);
}
