import type { SplitPoint } from '../model/race-settings.ts';
import type { EventState } from '../model/state.ts';
import { type DurationMs, durationMs } from '../units.ts';
import { levelTime } from './level-time.ts';
import { listOnCourse } from './lists.ts';
import { readLeaderboard } from './read-leaderboard.ts';
import { readResults } from './read-results.ts';
import { type AtPoint, readPoints } from './split-board.ts';

/** Standing of a racer on course against the others. */
export interface Chase {
  /** Rank at the last point that the racer has passed. */
  readonly place: PointRank | null;
  /** The time since the start that would lead; null where nobody has set one. */
  readonly needs: Target | null;
}

interface PointRank {
  readonly point: SplitPoint;
  readonly rank: number;
  readonly of: number;
  readonly gap: DurationMs;
}

interface Target {
  readonly elapsed: DurationMs;
  /** Null: at the finish. */
  readonly point: SplitPoint | null;
}

/**
 * The standing of every racer on course, by racer. The time that would lead is that of the next point where somebody has
 * been, or else of the finish, less the racer's own penalties.
 */
export function readChases(event: EventState): ReadonlyMap<string, Chase> {
  const results = readResults(event);
  const { ranked, by } = readLeaderboard(event);
  const points = readPoints(event).map(({ point, ranked }) => ({
    point,
    ranked,
    byRacer: new Map(ranked.map((passed) => [passed.racer.entry.racerId, passed])),
  }));
  const chases = listOnCourse(results).map((racer): [string, Chase] => {
    const { entry, penalty } = racer;
    const { racerId } = entry;
    const leader = ranked.find((row) => row.entry.racerId !== racerId);
    const best = leader === undefined ? null : levelTime(event, racer, leader, by === 'adjusted');
    const last = points.findLastIndex(({ byRacer }) => byRacer.has(racerId));
    const next = points.slice(last + 1).find(({ ranked }) => ranked.length > 0);
    const atFinish =
      best === null || best === Infinity ? null : { elapsed: durationMs(Math.max(0, best - penalty)), point: null };
    const needs = next === undefined ? atFinish : { elapsed: next.ranked[0]!.elapsed, point: next.point };
    const passed = points[last];
    return [racerId, { place: passed === undefined ? null : rankAtPoint(passed, racerId), needs }];
  });
  return new Map(chases);
}

interface Passed {
  readonly point: SplitPoint;
  readonly ranked: readonly AtPoint[];
  readonly byRacer: ReadonlyMap<string, AtPoint>;
}

function rankAtPoint({ point, ranked, byRacer }: Passed, racerId: string): PointRank {
  const { rank, gap } = byRacer.get(racerId)!;
  return { point, rank, of: ranked.length, gap };
}
