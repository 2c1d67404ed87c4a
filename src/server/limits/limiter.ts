import type { Clock } from '../clock.ts';

export interface Limit {
  /** Most that may come at once. */
  readonly burst: number;
  /** Time until one more is allowed. */
  readonly refillMs: number;
}

export interface Limiter {
  /** Takes one from the key's allowance: 0 if there was one, else the seconds to wait. */
  take(key: string): number;
  /** Takes several at once: all or none. */
  takeMany(key: string, count: number): number;
  /** Gives back what was taken: an attempt that succeeded does not count against the next. */
  giveBack(key: string, count?: number): void;
  /** True when nothing is left; takes nothing. */
  isSpent(key: string): boolean;
}

export interface Bucket extends Limiter {
  /** Adds what another node took, or with a minus gave back. It counts even if nothing was left here. */
  add(key: string, count: number): void;
}

/** Keys above this number are an attack with many addresses; keys whose allowance is full again are forgotten first. */
const MOST_KEYS = 50_000;
/** Room is made for many keys at once: going through all of them for each new one would cost as much as a page. */
const ROOM = 1000;

/** Token buckets in memory. */
export function createBucket({ burst, refillMs }: Limit, clock: Clock): Bucket {
  /** For each key, the moment at which its allowance is full again. */
  const fullAt = new Map<string, number>();

  function makeRoom(now: number): void {
    for (const [key, moment] of fullAt) if (moment <= now) fullAt.delete(key);
    for (const key of fullAt.keys()) {
      if (fullAt.size <= MOST_KEYS - ROOM) break;
      fullAt.delete(key);
    }
  }
  /**
   * A moment further ahead than any allowance is from before the clock was set back; it would shut its key out for as
   * long.
   */
  function after(key: string, count: number, now: number): number {
    const moment = fullAt.get(key) ?? 0;
    const isPossible = moment <= now + 2 * burst * refillMs;
    return (isPossible ? Math.max(moment, now) : now) + count * refillMs;
  }
  function set(key: string, moment: number, now: number): void {
    if (!fullAt.has(key) && fullAt.size >= MOST_KEYS) makeRoom(now);
    fullAt.set(key, moment);
  }
  const bucket: Bucket = {
    take: (key) => bucket.takeMany(key, 1),
    takeMany(key, count) {
      const now = clock.now();
      const next = after(key, count, now);
      const wait = next - now - burst * refillMs;
      if (wait > 0) return Math.max(1, Math.ceil(wait / 1000));
      set(key, next, now);
      return 0;
    },
    giveBack(key, count = 1) {
      const moment = fullAt.get(key);
      if (moment !== undefined) fullAt.set(key, moment - count * refillMs);
    },
    isSpent(key) {
      const now = clock.now();
      return after(key, 1, now) - now > burst * refillMs;
    },
    add(key, count) {
      const now = clock.now();
      // The debt is at most a second burst: no news of another node shuts a client out for long.
      set(key, Math.min(after(key, count, now), now + 2 * burst * refillMs), now);
    },
  };
  return bucket;
}

/** What was taken from several limits for one attempt. */
export interface Taking {
  /** Seconds until another attempt is let through; 0: this one is. */
  readonly wait: number;
  /** Uncounts the attempt: it succeeded, or was not made. */
  giveBack(): void;
}

/** Takes one from every limit, or from none. */
export function takeAll(counted: readonly (readonly [Limiter, string])[]): Taking {
  const giveBack = (upTo: number) => counted.slice(0, upTo).forEach(([limiter, key]) => limiter.giveBack(key));
  for (const [index, [limiter, key]] of counted.entries()) {
    const wait = limiter.take(key);
    if (wait === 0) continue;
    giveBack(index);
    return { wait, giveBack: () => {} };
  }
  return { wait: 0, giveBack: () => giveBack(counted.length) };
}
