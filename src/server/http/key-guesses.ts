import { createHash } from 'node:crypto';
import type { Limit } from './limiter.ts';
import type { SharedLimits } from './shared-limits.ts';

/**
 * Only wrong keys count, for one address and one event, so that nobody can lock an event's spectators out. And each only
 * once: a thousand phones at a venue that still have the old link, and ask again and again, guess nothing.
 */
export interface KeyGuesses {
  allows(place: string, eventId: string): boolean;
  failed(place: string, eventId: string, key: string): void;
}

const WRONG_KEYS: Limit = { burst: 60, refillMs: 5000 };
const MOST_KNOWN = 20_000;

export function createKeyGuesses(limits: SharedLimits): KeyGuesses {
  const wrongKeys = limits.limiter('wrong-keys', WRONG_KEYS);
  /** Counted already, the oldest first. */
  const known = new Set<string>();
  return {
    allows: (place, eventId) => !wrongKeys.isSpent(`${place} ${eventId}`),
    failed(place, eventId, key) {
      // A key in an address can be of any length.
      const guess = createHash('sha256').update(`${place} ${eventId} ${key}`).digest('base64url');
      if (known.has(guess) || wrongKeys.take(`${place} ${eventId}`) > 0) return;
      known.add(guess);
      for (const oldest of known) {
        if (known.size <= MOST_KNOWN) break;
        known.delete(oldest);
      }
    },
  };
}
