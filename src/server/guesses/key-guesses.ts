import { createHash } from 'node:crypto';
import type { Limit } from '../limits/limiter.ts';
import type { SharedLimits } from '../limits/shared-limits.ts';

/**
 * Only wrong keys count, for one address and one event, so that no attacker can lock an event's spectators out. Each
 * wrong key counts once: a thousand phones at a venue that still have the old link, and ask again and again, guess
 * nothing.
 */
export interface KeyGuesses {
  /**
   * Counts the key before it is checked: hundreds at once would all be checked otherwise. Null: too many were wrong.
   */
  begin(address: string, eventId: string, key: string): KeyGuess | null;
}

export interface KeyGuess {
  /** The key opens nothing. */
  failed(): void;
  /** Called always, after the check: the count is given back unless the key failed. */
  end(): void;
}

/** The same key in many requests at once is one guess. */
interface Look {
  readonly isCounted: boolean;
  requests: number;
  hasFailed: boolean;
}

const WRONG_KEYS: Limit = { burst: 60, refillMs: 5000 };
const MOST_KNOWN = 20_000;

export function createKeyGuesses(limits: SharedLimits): KeyGuesses {
  const wrongKeys = limits.limiter('wrong-keys', WRONG_KEYS);
  const looks = new Map<string, Look>();
  /** Guesses that were counted already, the oldest first. */
  const known = new Set<string>();

  function remember(guess: string): void {
    known.add(guess);
    for (const oldest of known) {
      if (known.size <= MOST_KNOWN) break;
      known.delete(oldest);
    }
  }
  return {
    begin(address, eventId, key) {
      const allowance = `${address} ${eventId}`;
      // The guess is hashed: a key in an address can be of any length.
      const guess = createHash('sha256').update(`${allowance} ${key}`).digest('base64url');
      const look = looks.get(guess) ?? { isCounted: !known.has(guess), requests: 0, hasFailed: false };
      if (look.requests === 0) {
        if (look.isCounted ? wrongKeys.take(allowance) > 0 : wrongKeys.isSpent(allowance)) return null;
        looks.set(guess, look);
      }
      look.requests += 1;
      return {
        failed() {
          look.hasFailed = true;
        },
        end() {
          look.requests -= 1;
          if (look.requests > 0) return;
          looks.delete(guess);
          if (!look.isCounted) return;
          if (look.hasFailed) remember(guess);
          else wrongKeys.giveBack(allowance);
        },
      };
    },
  };
}
