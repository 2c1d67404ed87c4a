import type { EventState } from '../model/state.ts';
import { type EpochMs, epochMs } from '../units.ts';
import { type Likely, listToCome } from './likely.ts';
import { createLevelTime } from './level-time.ts';
import type { EntryResult } from './entry-result.ts';
import { type LeaderboardRow, readLeaderboard } from './read-leaderboard.ts';

/** The place that a racer on course is heading for. */
export interface Projected {
  readonly rank: number;
  /** True for a place by the racer's own pace at a point of the course; otherwise it is that of a finish at this moment. */
  readonly isByPace: boolean;
}

export interface Projection {
  /** Projected places by racer. Empty before the first finish, when there is nothing to compare with. */
  readonly places: ReadonlyMap<string, Projected>;
  /** When the next place changes by the clock alone; null where none does. */
  readonly changesAt: EpochMs | null;
}

/**
 * The places that racers on course are heading for. Without a point on the course nothing is known of a racer's pace: the
 * place of a finish at this moment is then the best that the racer can still reach.
 */
export function projectPlaces(event: EventState, at: EpochMs): Projection {
  const { ranked, by } = readLeaderboard(event);
  // One run and no handicap: the same times for everybody, among them none of a racer on course.
  const isPlain = by === 'actual' && event.format.attempts.count === 1;
  const plain: readonly number[] = ranked.map(({ duration }) => duration);
  const places = new Map<string, Projected>();
  let changesAt = Infinity;
  if (ranked.length === 0) return { places, changesAt: null };
  for (const likely of listToCome(event, 'finish')) {
    const { startTime, penalty, state, entry } = likely.racer;
    if (state !== 'on-course' || startTime === null) continue;
    const times = isPlain ? plain : levelTimes(event, likely.racer, ranked, by === 'adjusted');
    if (times === null) continue;
    const isByPace = isPaced(likely) && likely.expected > at;
    const finish = isByPace ? likely.expected : at;
    const elapsed = finish - startTime + penalty;
    const { before, next } = placeAmong(times, elapsed);
    places.set(entry.racerId, { rank: before + 1, isByPace });
    // A racer who is expected later keeps the place until that moment has passed.
    if (isByPace) changesAt = Math.min(changesAt, likely.expected);
    else changesAt = Math.min(changesAt, startTime + next - penalty);
  }
  return { places, changesAt: changesAt === Infinity ? null : epochMs(Math.ceil(changesAt) + 1) };
}

/**
 * Counts in one pass without a list: a thousand racers on course behind three thousand times took a slow phone seconds at
 * every tap.
 */
function placeAmong(times: readonly number[], elapsed: number): { readonly before: number; readonly next: number } {
  let [before, next] = [0, Infinity];
  for (const time of times) {
    if (time < elapsed) before += 1;
    else if (time < next) next = time;
  }
  return { before, next };
}

/** The times in this run that would be level with each of the others; null: the racer has no place in this order. */
function levelTimes(
  event: EventState,
  racer: EntryResult,
  ranked: readonly LeaderboardRow[],
  isAdjusted: boolean,
): readonly number[] | null {
  const level = createLevelTime(event, racer, isAdjusted);
  const times: number[] = [];
  for (const row of ranked) {
    if (row.entry.racerId === racer.entry.racerId) continue;
    const ms = level(row);
    if (ms === null) return null;
    times.push(ms);
  }
  return times;
}

const isPaced = (likely: Likely): likely is Likely & { readonly expected: EpochMs } =>
  likely.expected !== null && likely.from !== 'start';
