import type { EventState } from '../model/state.ts';
import type { EntryResult } from './entry-result.ts';
import type { LeaderboardRow } from './read-leaderboard.ts';
import { readResult } from './read-results.ts';

type Racer = Pick<EntryResult, 'entry' | 'attempt'>;

/**
 * The time in the racer's attempt that would make them level with a row of the event's own leaderboard. Infinity: no time
 * is too slow, because an earlier attempt is better already. Null: no time would rank the racer beside that row.
 */
export function levelTime(event: EventState, racer: Racer, row: LeaderboardRow, isAdjusted: boolean): number | null {
  return createLevelTime(event, racer, isAdjusted)(row);
}

/** `levelTime` for many rows: the racer's earlier attempts are read once, and not for each of thousands of rows. */
export function createLevelTime(
  event: EventState,
  racer: Racer,
  isAdjusted: boolean,
): (row: LeaderboardRow) => number | null {
  const totalOf = (row: LeaderboardRow) => (isAdjusted ? totalFor(event, racer, row) : row.duration);
  const { count, counts } = event.format.attempts;
  if (count === 1 || counts === 'last') return totalOf;
  const earlier = Array.from({ length: racer.attempt - 1 }, (_, index) => readResult(event, racer.entry, index + 1));
  const times = earlier.map(({ duration }) => duration);
  if (counts === 'best') {
    const best = Math.min(Infinity, ...times.filter((ms) => ms !== null));
    return (row) => {
      const total = totalOf(row);
      return total !== null && best <= total ? Infinity : total;
    };
  }
  if (times.includes(null)) return () => null;
  const sum = times.reduce<number>((ms, own) => ms + own!, 0);
  return (row) => {
    const total = totalOf(row);
    return total === null ? null : (counts === 'sum' ? total : total * racer.attempt) - sum;
  };
}

/** The actual time that the racer's own handicap makes as good as the row; null without a handicap. */
function totalFor({ format }: EventState, { entry, attempt }: Racer, { adjusted }: LeaderboardRow): number | null {
  if (entry.handicap == null || adjusted === null) return null;
  const ms = entry.handicap.ms * (format.attempts.counts === 'sum' ? attempt : 1);
  if (adjusted.by !== 'grade') return adjusted.value + ms;
  return adjusted.value === 0 ? null : (ms * 10_000) / adjusted.value;
}
