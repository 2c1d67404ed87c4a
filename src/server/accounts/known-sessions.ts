import { timingSafeEqual } from 'node:crypto';
import { setImmediate as nextRound } from 'node:timers/promises';
import { epochMs, type EpochMs } from '../../domain/units.ts';
import type { Sender } from '../access/sender.ts';
import type { Storage } from '../storage/engine.ts';
import { findSessionRows, type SessionRow } from '../storage/row-statements.ts';
import { senderOf } from './sender.ts';
import { readSessionCookie } from './session-cookie.ts';

const MOST_KNOWN = 20_000;

/**
 * Cookies that better-auth has checked: a right signature stays right, so it need not be computed for every tap.
 * Whether the session still exists, and whose it is, may change and is asked of the database each time. A session is
 * one entry, however its cookie is written: one session cannot crowd out the others.
 */
export interface KnownSessions {
  /** Takes the session's own cookie: see `sessionCookieIn`. */
  remember(cookie: string, token: string): void;
  /** Undefined: the cookie was never checked, or its session is gone. */
  find(cookie: string): Promise<FoundSession | undefined>;
}

interface FoundSession {
  readonly expiresAt: EpochMs;
  /** Null: the account was deleted or is not accepted. */
  readonly sender: Sender | null;
}

export function createKnownSessions(storage: Storage): KnownSessions {
  /** Signatures by token, the oldest first. */
  const signatures = new Map<string, string>();
  let next: Question | undefined;

  /** One query for all requests of the same round of the event loop, because it comes before every command. */
  function startQuestion(): Question {
    const asked = new Set<string>();
    const rows = nextRound().then(() => {
      next = undefined;
      return findSessionRows(storage, [...asked]);
    });
    return { asked, rows };
  }
  return {
    remember(cookie, token) {
      const read = readSessionCookie(cookie);
      if (read?.token !== token) return;
      signatures.delete(token);
      signatures.set(token, read.signature);
      for (const oldest of signatures.keys()) {
        if (signatures.size <= MOST_KNOWN) break;
        signatures.delete(oldest);
      }
    },
    async find(cookie) {
      const { token = '', signature = '' } = readSessionCookie(cookie) ?? {};
      if (!isSame(signatures.get(token), signature)) return undefined;
      next ??= startQuestion();
      next.asked.add(token);
      const row = (await next.rows).find((each) => each.token === token);
      if (row === undefined) return undefined;
      return { expiresAt: epochMs(new Date(row.expiresAt).getTime()), sender: senderIn(row) };
    },
  };
}

interface Question {
  readonly asked: Set<string>;
  readonly rows: Promise<readonly SessionRow[]>;
}

/** Compares in constant time: a signature whose comparison stops at the first difference can be guessed. */
function isSame(known: string | undefined, given: string): boolean {
  const [one, other] = [Buffer.from(known ?? ''), Buffer.from(given)];
  return known !== undefined && one.length === other.length && timingSafeEqual(one, other);
}

function senderIn({ userId, email, emailVerified, isAnonymous, username, accepted }: SessionRow): Sender | null {
  if (isAnonymous) return senderOf({ kind: 'anonymous', userId });
  if (username === null || accepted !== 1) return null;
  return senderOf({ kind: 'user', userId, email, emailVerified: Boolean(emailVerified), username });
}
