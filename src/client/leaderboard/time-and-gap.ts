import type { LeaderboardRow } from '../../domain/results/read-leaderboard.ts';
import { formatDuration, formatGap } from '../../domain/timing/format.ts';

/** '#3'; no place is claimed for a time that is to be checked: its mark says why. */
export const placeOf = ({ rank, isToCheck }: Pick<LeaderboardRow, 'rank' | 'isToCheck'>): string =>
  isToCheck ? '?' : `#${rank}`;

/** The large figure of a row where times rank, and the small one under it. */
export const timeAndGap = ({ duration, gap, unit }: LeaderboardRow): readonly [string, string] => [
  formatDuration(duration, unit),
  gap > 0 ? formatGap(gap, unit) : '',
];
