import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { type Bucket, createBucket, type Limit, type Limiter } from './limiter.ts';

/** Count of what was taken from a limit by a client. The client is a mark that says nothing without our secret. */
export type Taken = readonly [limit: string, mark: string, count: number];

/** All limits of an installation. What one node lets through counts on the other nodes a moment later. */
export interface SharedLimits {
  /** Each name is used once. */
  limiter(name: string, limit: Limit): Limiter;
  /** Counts what other nodes have let through. */
  hear(taken: readonly Taken[]): void;
}

export interface SharedLimitsParts {
  readonly clock: Clock;
  readonly secret: string;
  tell(taken: readonly Taken[]): void;
}

/** Pause between news: the first of a burst is told at once, the rest together. */
const PACE_MS = 100;
const MOST_MARKS = 10_000;
/** An address and an email fit. A longer key was sent by a client, and would fill the memory. */
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
      /** Marks are kept: clients come again, and their mark need not be computed for every request. */
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
