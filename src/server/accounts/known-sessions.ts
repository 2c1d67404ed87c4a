import { epochMs, type EpochMs } from '../../domain/units.ts';
import type { Sender } from '../commands/sender.ts';
import type { Storage } from '../storage/database.ts';
import { findSessionRow, type SessionRow } from '../storage/row-statements.ts';
import { senderOf } from './sender.ts';

const MOST_KNOWN = 20_000;

/**
 * Cookies that better-auth has checked: a signature that was right stays right, so it need not be computed for every tap.
 * What may change, whether the session is still there and whose it is, is asked of the database each time.
 */
export interface KnownSessions {
  remember(cookie: string, token: string): void;
  tokenOf(cookie: string): string | undefined;
}

export function createKnownSessions(): KnownSessions {
  const tokens = new Map<string, string>();
  return {
    remember(cookie, token) {
      if (tokens.size >= MOST_KNOWN) tokens.clear();
      tokens.set(cookie, token);
    },
    tokenOf: (cookie) => tokens.get(cookie),
  };
}

export interface FoundSession {
  readonly expiresAt: EpochMs;
  /** Null: their account was deleted or is not accepted. */
  readonly sender: Sender | null;
}

/** In one question, because it comes before every command. */
export async function findSession(storage: Storage, token: string): Promise<FoundSession | undefined> {
  const row = await findSessionRow(storage, token);
  if (row === undefined) return undefined;
  return { expiresAt: epochMs(new Date(row.expiresAt).getTime()), sender: senderIn(row) };
}

function senderIn({ userId, email, emailVerified, isAnonymous, username, accepted }: SessionRow): Sender | null {
  if (isAnonymous) return senderOf({ kind: 'anonymous', userId });
  if (username === null || accepted !== 1) return null;
  return senderOf({ kind: 'user', userId, email, emailVerified: Boolean(emailVerified), username });
}
