import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { type ListedToken, type NewToken, type Scope, TOKEN_START } from '../../protocol/api-tokens.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { Sender } from '../access/sender.ts';
import { senderOf } from '../accounts/sender.ts';
import type { Clock } from '../clock.ts';
import type { Limit } from '../limits/limiter.ts';
import type { SharedLimits } from '../limits/shared-limits.ts';
import { findToken, insertToken, noteTokenUse } from '../storage/api-tokens.ts';
import type { Database } from '../storage/engine.ts';

const DAY_MS = 24 * 3_600_000;
/** Bytes of a token: as many as no attacker can go through, so that a plain hash of it is enough. */
const BYTES = 30;
const SHOWN = TOKEN_START.length + 6;
/** The last use is written once in this time: a timing box sends many requests. */
const USE_MS = 3_600_000;
/** Requests of one token: a box that sends what it has stored fits, a program in a loop is slowed down. */
const REQUESTS: Limit = { burst: 300, refillMs: 100 };
/** Wrong tokens of an address, after which it is told to wait. Nobody can guess one: a right token is never refused. */
const WRONG: Limit = { burst: 60, refillMs: 5000 };

/** A program that acts for an account, and how far it may go. */
export interface TokenSender {
  readonly sender: Sender;
  readonly scopes: readonly Scope[];
}

export interface TokenParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly limits: SharedLimits;
}

interface Refused {
  readonly code: ErrorCode;
  readonly wait?: number;
}

export interface Tokens {
  /** The token itself is in the answer, and nowhere else. */
  make(userId: string, wanted: NewToken): Promise<Result<string, ErrorCode>>;
  /** `needed`: one of these scopes is enough; none: every token will do. */
  recognise(address: string, token: string, needed: readonly Scope[]): Promise<Result<TokenSender, Refused>>;
}

export function createTokens({ db, clock, limits }: TokenParts): Tokens {
  const requests = limits.limiter('token-requests', REQUESTS);
  const wrong = limits.limiter('wrong-tokens', WRONG);

  async function find(token: string, needed: readonly Scope[]): Promise<Result<TokenSender, Refused>> {
    const found = await findToken(db, hashOf(token));
    if (found === undefined) return refuse({ code: 'token-invalid' });
    const now = clock.now();
    if (found.expiresAt <= now) return refuse({ code: 'token-expired' });
    if (needed.length > 0 && !needed.some((scope) => found.scopes.includes(scope))) {
      return refuse({ code: 'token-scope-missing' });
    }
    const wait = requests.take(found.id);
    if (wait > 0) return refuse({ code: 'too-many-requests', wait });
    if ((found.lastUsedAt ?? 0) < now - USE_MS) await noteTokenUse(db, found.id, now);
    const { userId, email, emailVerified, username } = found;
    const sender = senderOf({ kind: 'user', userId, email, emailVerified, username })!;
    return ok({ sender, scopes: found.scopes });
  }

  return {
    async make(userId, { name, scopes, days }) {
      const token = TOKEN_START + randomBytes(BYTES).toString('base64url');
      const createdAt = clock.now();
      const row: Omit<ListedToken, 'lastUsedAt'> = {
        id: randomUUID(),
        name,
        prefix: token.slice(0, SHOWN),
        scopes: [...new Set(scopes)],
        createdAt,
        expiresAt: createdAt + days * DAY_MS,
      };
      const isMade = await insertToken(db, { ...row, userId, hash: hashOf(token) });
      return isMade ? ok(token) : refuse('too-many-tokens');
    },
    async recognise(address, token, needed) {
      const found = await find(token, needed);
      if (found.ok || found.error.code !== 'token-invalid') return found;
      const wait = wrong.take(address);
      return wait > 0 ? refuse({ code: 'too-many-requests', wait }) : found;
    },
  };
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
