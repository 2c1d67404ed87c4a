import type { Clock } from '../clock.ts';
import { createLimiter, type Limit } from './limiter.ts';

/** Only wrong keys count, by address, so that nobody can lock an event's spectators out. */
export interface KeyGuesses {
  allows(place: string): boolean;
  failed(place: string): void;
}

const WRONG_KEYS: Limit = { burst: 60, refillMs: 5000 };

export function createKeyGuesses(clock: Clock): KeyGuesses {
  const wrongKeys = createLimiter(WRONG_KEYS, clock);
  return {
    allows(place) {
      if (wrongKeys.take(place) > 0) return false;
      wrongKeys.giveBack(place);
      return true;
    },
    failed: (place) => void wrongKeys.take(place),
  };
}
