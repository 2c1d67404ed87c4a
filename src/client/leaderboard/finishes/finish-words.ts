import { formatDuration } from '../../../domain/timing/format.ts';
import type { LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';

/** More finishes than this at once are no finish line but a list that has caught up. */
const MOST_NAMED = 3;

/** The announcement when the leaderboard goes from one state to the next; empty when there is no news. */
export function describeFinishes(before: readonly LeaderboardRow[], after: readonly LeaderboardRow[]): string {
  const known = new Set(before.map(({ entry }) => entry.racerId));
  const news = after.filter(({ entry }) => !known.has(entry.racerId));
  if (news.length > MOST_NAMED) return `${news.length} racers finished`;
  return news
    .map(({ entry, duration, unit, rank }) => `${entry.name} finished, ${formatDuration(duration, unit)}, rank ${rank}`)
    .join('. ');
}
