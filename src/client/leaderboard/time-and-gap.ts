import type { LeaderboardRow } from '../../domain/results/read-leaderboard.ts';
import { formatDuration, formatGap } from '../../domain/timing/format.ts';

/** The large figure of a row where times rank, and the small one under it. */
export const timeAndGap = ({ duration, gap }: LeaderboardRow): readonly [string, string] => [
  formatDuration(duration),
  gap > 0 ? formatGap(gap) : '',
];
