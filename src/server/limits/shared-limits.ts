import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { type Bucket, createBucket, type Limit, type Limiter } from './limiter.ts';

/** How many were taken of which limit by whom. Whom is a mark, which tells nobody without our secret anything. */
export type Taken = readonly [limit: string, mark: string, count: number];

/** All limits of an installation. What one node lets through counts on the others a moment later. */
export interface SharedLimits {
  /** Each name once. */
  limiter(name: string, limit: Limit): Limiter;
  /** What other nodes have let through. */
  hear(taken: readonly Taken[]): void;
}

export interface SharedLimitsParts {
  readonly clock: Clock;
  readonly secret: string;
  tell(taken: readonly Taken[]): void;
}

/** The first is told at once; the rest of a burst travels together. */
const PACE_MS = 100;
const MOST_MARKS = 10_000;
/** An address and an email. What is longer came from outside as it was, and would fill the memory. */
const LONGEST_KEY = 400;

export function createSharedLimits({ clock, secret, tell }: SharedLimitsParts): SharedLimits {
  const buckets = new Map<string, Bucket>();
  const untold = new Map<string, Taken>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    const taken = [...untold.values()].filter(([, , count]) => count !== 0);
    untold.clear();
    timer = taken.length === 0 ? undefined : setTimeout(flush, PACE_MS).unref();
    if (taken.length > 0) tell(taken);
  }
  function note(name: string, mark: string, count: number): void {
    untold.set(mark, [name, mark, (untold.get(mark)?.[2] ?? 0) + count]);
    timer ??= setTimeout(flush, 0).unref();
  }

  return {
    limiter(name, limit) {
      if (buckets.has(name)) throw new Error(`There are two limits named '${name}'`);
      const bucket = createBucket(limit, clock);
      buckets.set(name, bucket);
      /** Whoever comes once comes again: their mark need not be computed for every request. */
      const marks = new Map<string, string>();
      function markOf(key: string): string {
        const known = marks.get(key);
        if (known !== undefined) return known;
        const mark = createHmac('sha256', secret).update(`limit ${name} ${key}`).digest('base64url').slice(0, 22);
        if (marks.size >= MOST_MARKS) marks.clear();
        if (key.length <= LONGEST_KEY) marks.set(key, mark);
        return mark;
      }
      function takeMany(key: string, count: number): number {
        const mark = markOf(key);
        const wait = bucket.takeMany(mark, count);
        if (wait === 0) note(name, mark, count);
        return wait;
      }
      return {
        take: (key) => takeMany(key, 1),
        takeMany,
        giveBack(key, count = 1) {
          const mark = markOf(key);
          bucket.giveBack(mark, count);
          note(name, mark, -count);
        },
        isSpent: (key) => bucket.isSpent(markOf(key)),
      };
    },
    hear(taken) {
      for (const [name, mark, count] of taken) buckets.get(name)?.add(mark, count);
    },
  };
}
