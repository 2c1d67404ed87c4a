import { headOf } from '../../domain/sights/public-rows.ts';
import type { RowsFrame } from '../../domain/sights/set-rows.ts';
import { applyAll, extend } from '../../domain/events/apply.ts';
import { isOfTapAlone } from '../../domain/events/change-kinds.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import { hasHiddenTeams } from '../../domain/results/read-teams.ts';
import type { TouchedRacers } from '../../domain/results/rows.ts';
import { racersOf, touchedSince } from '../../domain/events/touched-racers.ts';
import { createFollowedTeams } from './followed-teams.ts';

/** A returning page gets the changes that it missed; beyond this many the whole is less work. */
export const MOST_RESUMED = 500;

/**
 * The newest part of an event's log, for as long as it is followed. Followers are told at intervals, and all stand at
 * the same seq, `told`, or are about to: so one frame serves them all, and a reader who arrives between two tellings
 * neither misses a change nor gets one twice.
 */
export interface FollowedLog {
  /** State with all known changes. Access is judged by it. */
  readonly latest: EventState;
  readonly latestSeq: number;
  /** State that followers have been told, or are being told. Read it and do not keep it: it grows in place. */
  readonly told: EventState;
  /** Appends the changes that follow on the latest and returns them; known changes, and those after a gap, are left. */
  append(changes: readonly Change[]): readonly Change[];
  /**
   * All known changes count as told from now on. `since` reaches back at least to `least`, the seq of the follower with
   * the least.
   */
  advance(least: number): void;
  /** Changes told after a seq, or null when they are too many, or no longer here. */
  since(after: number): readonly Change[] | null;
  /**
   * The racers whose rows for viewers may have changed after a seq; `all` when they are too many, or not known any more.
   */
  touchedSince(after: number): TouchedRacers;
  /** The seq at which the head for viewers last changed, or a later one. */
  readonly headSeq: number;
  /** The teams that viewers cannot make themselves and that have changed after a seq. */
  teamsSince(after: number): RowsFrame['teams'];
  /** Adds older changes, read from storage, so that `since` reaches further back. */
  remember(older: readonly Change[]): void;
}

/**
 * Takes the state over. Copying it would cost more with every change, so it is copied only when the latest state must
 * be known.
 */
export function createFollowedLog(start: EventState): FollowedLog {
  let told = start;
  let untold: Change[] = [];
  let latest: EventState | null = null;
  /** Told changes, up to `told`. The last `kept` are answered; older ones go now and then, all at once. */
  let tail: Change[] = [];
  let kept = MOST_RESUMED;
  /** The rows that the last of these changes touched: of changes that were remembered from storage it is not known. */
  const touched: ReturnType<typeof racersOf>[] = [];
  let head = JSON.stringify(headOf(start));
  let headSeq = start.seq;
  const teams = createFollowedTeams(start);

  /** Applies a change, and says whose rows it touches: who had a tap is known only before. */
  function tell(change: Change): ReturnType<typeof racersOf> {
    const racers = racersOf(change, (tapId) => told.taps[tapId]?.racerId ?? null);
    told = extend(told, [change])!;
    return racers;
  }

  return {
    get latest() {
      if (untold.length === 0) return told;
      latest ??= applyAll(told, untold)!;
      return latest;
    },
    get latestSeq() {
      return told.seq + untold.length;
    },
    get told() {
      return told;
    },
    append(changes) {
      const first = told.seq + untold.length + 1;
      const next: Change[] = [];
      for (const change of changes) if (change.seq === first + next.length) next.push(change);
      if (next.length > 0) latest = null;
      untold.push(...next);
      return next;
    },
    advance(least) {
      if (untold.length === 0) return;
      const missed = told.seq + untold.length - least;
      kept = Math.max(MOST_RESUMED, missed);
      const { needs, splits, attempts } = told;
      for (const change of untold) {
        tail.push(change);
        touched.push(tell(change));
      }
      for (const list of [tail, touched]) if (list.length > 2 * kept) list.splice(0, list.length - kept);
      // Of the head, a tap can alter these three; making and comparing it whole takes longer than the tap's row.
      const mayHaveNewHead =
        !untold.every(isOfTapAlone) || told.needs !== needs || told.splits !== splits || told.attempts !== attempts;
      if (mayHaveNewHead) {
        const headNow = JSON.stringify(headOf(told));
        if (headNow !== head) headSeq = told.seq;
        head = headNow;
      }
      teams.follow(told);
      latest = null;
      untold = [];
    },
    since(after) {
      const count = told.seq - after;
      if (count <= 0) return [];
      return count > Math.min(kept, tail.length) ? null : tail.slice(-count);
    },
    touchedSince(after) {
      const count = told.seq - after;
      if (count <= 0) return new Set();
      if (count <= Math.min(kept, touched.length)) {
        const since = touched.slice(-count);
        return since.includes('all') ? 'all' : new Set(since.flatMap((racers) => racers));
      }
      const changes = this.since(after);
      // A team that was no more when the log was read is not known of.
      return changes === null || hasHiddenTeams(told) ? 'all' : touchedSince(told, changes);
    },
    get headSeq() {
      return headSeq;
    },
    teamsSince: teams.since,
    remember(older) {
      const first = told.seq - tail.length + 1;
      const missing = older.filter((change) => change.seq < first);
      if (missing.at(-1)?.seq === first - 1) tail = [...missing, ...tail].slice(-MOST_RESUMED);
    },
  };
}
