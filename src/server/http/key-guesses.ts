import type { Clock } from '../clock.ts';
import { createLimiter, type Limit } from './limiter.ts';

/** Only wrong keys count, for one address and one event, so that nobody can lock an event's spectators out. */
export interface KeyGuesses {
  allows(place: string, eventId: string): boolean;
  failed(place: string, eventId: string): void;
}

const WRONG_KEYS: Limit = { burst: 60, refillMs: 5000 };

export function createKeyGuesses(clock: Clock): KeyGuesses {
  const wrongKeys = createLimiter(WRONG_KEYS, clock);
  return {
    allows(place, eventId) {
      const who = `${place} ${eventId}`;
      if (wrongKeys.take(who) > 0) return false;
      wrongKeys.giveBack(who);
      return true;
    },
    failed: (place, eventId) => void wrongKeys.take(`${place} ${eventId}`),
  };
}
