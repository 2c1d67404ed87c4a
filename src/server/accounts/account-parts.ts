import type { Clock } from '../clock.ts';
import type { CommandQueue } from '../commands/command-queue.ts';
import type { MailConfig } from '../config.ts';
import type { SharedLimits } from '../limits/shared-limits.ts';
import type { Log } from '../log.ts';
import type { Storage } from '../storage/database.ts';
import type { Auth } from './auth.ts';
import type { KnownSessions } from './known-sessions.ts';
import type { Passwords } from './passwords.ts';

/** What the account functions work with. */
export interface AccountParts {
  readonly storage: Storage;
  readonly auth: Auth;
  readonly knownSessions: KnownSessions;
  readonly queue: CommandQueue;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  readonly secret: string;
  readonly signupReview: boolean;
  /** Addresses; they count once they are verified. */
  readonly operators: ReadonlySet<string>;
  readonly mail: MailConfig;
  readonly limits: SharedLimits;
  /** Call after the commit. */
  onMailQueued(): void;
  /** Somebody's credits, rights or sessions have changed: what they have open must show it, or end. */
  onAccountChanged(userId: string): void;
  /** After the commit. Events that are gone, or whose log no longer says who somebody was: what is remembered of them is not. */
  onEventsRewritten(eventIds: readonly string[]): void;
}
