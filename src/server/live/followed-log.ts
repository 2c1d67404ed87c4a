import { applyAll, extend } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/events/changes.ts';
import type { EventState } from '../../domain/events/state.ts';

/** Whoever comes back is given what they missed change by change; beyond this many the whole is less work. */
export const MOST_RESUMED = 500;

/**
 * The newest part of an event's log, for as long as somebody follows it. Followers are told at intervals, and all of
 * them stand at the same number, `told`, or are about to: that is why one frame serves them all, and why somebody who
 * comes in between two tellings neither misses a change nor gets one twice.
 */
export interface FollowedLog {
  /** With everything that is known. Access is judged by this one. */
  readonly latest: EventState;
  readonly latestSeq: number;
  /** What followers have been told, or are being told. To be looked at, and not kept: it grows in place. */
  readonly told: EventState;
  /** Takes what follows on the latest and returns it; what is known already, or comes after a gap, is left. */
  append(changes: readonly Change[]): readonly Change[];
  /** From now on everything that is known is told. `since` reaches at least as far back as to who has least of it. */
  advance(least: number): void;
  /** What was told after a number, or null when that is too much, or no longer here. */
  since(after: number): readonly Change[] | null;
  /** Older changes, read from storage, so that `since` reaches further back. */
  remember(older: readonly Change[]): void;
}

/** Takes the state over. Copying it would cost more with every change; so it is copied only for who must know the latest. */
export function createFollowedLog(start: EventState): FollowedLog {
  let told = start;
  let untold: Change[] = [];
  let latest: EventState | null = null;
  /** Ends at `told`. */
  let tail: readonly Change[] = [];

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
      tail = [...tail, ...untold].slice(-Math.max(MOST_RESUMED, missed));
      told = latest ?? extend(told, untold)!;
      latest = null;
      untold = [];
    },
    since(after) {
      const count = told.seq - after;
      if (count <= 0) return [];
      return count > tail.length ? null : tail.slice(-count);
    },
    remember(older) {
      const first = told.seq - tail.length + 1;
      const missing = older.filter((change) => change.seq < first);
      if (missing.at(-1)?.seq === first - 1) tail = [...missing, ...tail].slice(-MOST_RESUMED);
    },
  };
}
