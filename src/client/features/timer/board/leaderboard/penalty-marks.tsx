import { type ReactNode, useMemo } from 'react';
import type { RankedResult } from '../../../../../domain/results/ranking.ts';
import { describePenalty } from '../../../../../domain/timing/amount.ts';
import { durationMs } from '../../../../../domain/units.ts';

/** Penalties and bonuses beside the times of racers: the same map while nothing in it has changed. */
export function usePenaltyMarks(leaderboard: readonly RankedResult[]): ReadonlyMap<string, ReactNode> {
  const told = leaderboard
    .filter(({ penalty }) => penalty !== 0)
    .map(({ entry, penalty }) => `${entry.racerId} ${penalty}`)
    .toSorted()
    .join('\n');
  return useMemo(() => {
    if (told === '') return new Map();
    return new Map(
      told.split('\n').map((line) => {
        const [racerId = '', ms] = line.split(' ');
        const mark = <b className="font-[650] text-ink">{describePenalty(durationMs(Number(ms)))} · </b>;
        return [racerId, mark];
      }),
    );
  }, [told]);
}
