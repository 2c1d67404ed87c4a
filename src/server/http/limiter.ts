import type { Clock } from '../clock.ts';

export interface Limit {
  /** How many may come at once. */
  readonly burst: number;
  /** How long until one more is allowed. */
  readonly refillMs: number;
}

export interface Limiter {
  /** Takes one from the key's allowance: 0 when it was there, else the seconds to wait. */
  take(key: string): number;
  /** The same for several at once: all of them or none. */
  takeMany(key: string, count: number): number;
  /** Gives one back: an attempt that succeeded does not count against the next. */
  giveBack(key: string): void;
}

/** More keys than this at once is an attack with many addresses; the ones that are full again are forgotten first. */
const MOST_KEYS = 50_000;

/** Token buckets in memory: each node counts for itself. */
export function createLimiter({ burst, refillMs }: Limit, clock: Clock): Limiter {
  /** For each key, the moment at which its allowance is full again. */
  const fullAt = new Map<string, number>();

  function makeRoom(now: number): void {
    for (const [key, moment] of fullAt) if (moment <= now) fullAt.delete(key);
    for (const key of fullAt.keys()) {
      if (fullAt.size < MOST_KEYS) break;
      fullAt.delete(key);
    }
  }
  const limiter: Limiter = {
    take: (key) => limiter.takeMany(key, 1),
    takeMany(key, count) {
      const now = clock.now();
      const next = Math.max(fullAt.get(key) ?? 0, now) + count * refillMs;
      const wait = next - now - burst * refillMs;
      if (wait > 0) return Math.max(1, Math.ceil(wait / 1000));
      if (!fullAt.has(key) && fullAt.size >= MOST_KEYS) makeRoom(now);
      fullAt.set(key, next);
      return 0;
    },
    giveBack(key) {
      const moment = fullAt.get(key);
      if (moment !== undefined) fullAt.set(key, moment - refillMs);
    },
  };
  return limiter;
}
