import { createHash } from 'node:crypto';
import { SCREEN_KEY_PREFIX } from '../../protocol/screen-address.ts';
import { addressKey, networkKey } from '../addresses/client-address.ts';
import { type Limit, takeAll, type Taking } from '../limits/limiter.ts';
import type { SharedLimits } from '../limits/shared-limits.ts';

/**
 * Guesses at the keys of guest links, which are short enough to be read out (46 bits). SECURITY.md has the arithmetic.
 * Only wrong keys count, and each once: a thousand phones at a venue that still have the old link, and ask again and
 * again, guess nothing. Keys that are too long to guess are not counted.
 */
export interface KeyGuesses {
  /**
   * Counts the key before it is checked: hundreds at once would all be checked otherwise. Null: too many were wrong.
   * `address`: as the request has it, because networks are counted as well.
   */
  begin(address: string, eventId: string, key: string): KeyGuess | null;
}

export interface KeyGuess {
  /** Called once the key was checked. */
  judged(opens: boolean): void;
  /** Called always, after the check: the count is given back unless the key was wrong. */
  end(): void;
}

/** The same key in many requests at once is one guess. */
interface Check {
  /** Null for a key that is not counted, because it opened the event before or is known to be wrong. */
  readonly taken: Taking | null;
  requests: number;
  hasFailed: boolean;
  hasOpened: boolean;
}

const MINUTE = 60_000;
/** More than a neighbour at the same venue can use up with a few guesses a second. */
const OF_ADDRESS_AND_EVENT: Limit = { burst: 60, refillMs: 100 };
const OF_NETWORK: Limit = { burst: 600, refillMs: 50 };
/** Guesses that each network has to itself: an attacker on many networks cannot use them up. */
const OWN: Limit = { burst: 20, refillMs: 5 * MINUTE };
/** Guesses beyond those, of everybody together. This limit is what makes guessing from many networks hopeless. */
const ALTOGETHER: Limit = { burst: 20_000, refillMs: 5 };
/** A key that has opened an event from an address is known there for a day. */
const OPENED: Limit = { burst: 1, refillMs: 24 * 60 * MINUTE };
const MOST_WRONG = 20_000;

const notCounted: KeyGuess = { judged: () => {}, end: () => {} };

export function createKeyGuesses({ limiter }: SharedLimits): KeyGuesses {
  const ofAddressAndEvent = limiter('wrong-keys', OF_ADDRESS_AND_EVENT);
  const ofNetwork = limiter('wrong-keys-of-network', OF_NETWORK);
  const own = limiter('wrong-keys-own', OWN);
  const altogether = limiter('wrong-keys-altogether', ALTOGETHER);
  // A limit is a memory that all nodes share, with an end in time and in number: spent means opened.
  const opened = limiter('opened-keys', OPENED);
  const checks = new Map<string, Check>();
  /** Guesses that were wrong and are counted already, the oldest first. */
  const wrong = new Set<string>();

  function rememberWrong(guess: string): void {
    wrong.add(guess);
    for (const oldest of wrong) {
      if (wrong.size <= MOST_WRONG) break;
      wrong.delete(oldest);
    }
  }

  function take(address: string, eventId: string): Taking | null {
    const network = networkKey(address);
    for (const last of [[own, network] as const, [altogether, ''] as const]) {
      const allowance = `${addressKey(address)} ${eventId}`;
      const taken = takeAll([[ofAddressAndEvent, allowance], [ofNetwork, network], last]);
      if (taken.wait === 0) return taken;
    }
    return null;
  }

  function startCheck(guess: string, address: string, eventId: string): Check | null {
    const isCounted = !opened.isSpent(guess) && !wrong.has(guess);
    const taken = isCounted ? take(address, eventId) : null;
    return isCounted && taken === null ? null : { taken, requests: 0, hasFailed: false, hasOpened: false };
  }

  return {
    begin(address, eventId, key) {
      // No key of a link begins like this, so that only keys of screens can be meant.
      if (key.startsWith(SCREEN_KEY_PREFIX)) return notCounted;
      // The guess is hashed: a key in an address can be of any length.
      const guess = createHash('sha256')
        .update(`${addressKey(address)} ${eventId} ${key}`)
        .digest('base64url');
      const check = checks.get(guess) ?? startCheck(guess, address, eventId);
      if (check === null) return null;
      checks.set(guess, check);
      check.requests += 1;
      return {
        judged(opens) {
          if (opens) check.hasOpened = true;
          else check.hasFailed = true;
        },
        end() {
          check.requests -= 1;
          if (check.requests > 0) return;
          checks.delete(guess);
          if (check.hasOpened) opened.take(guess);
          if (check.taken === null) return;
          if (check.hasFailed) rememberWrong(guess);
          else check.taken.giveBack();
        },
      };
    },
  };
}
