import type { Clock } from '../clock.ts';
import type { MailConfig } from '../config.ts';
import type { StreamedDocument } from '../json/json-stream.ts';
import type { Log } from '../log.ts';
import type { Database, Storage } from '../storage/engine.ts';
import type { Auth } from './auth.ts';
import type { KnownSessions } from './known-sessions.ts';
import type { Passwords } from './passwords.ts';

/** What an account owns beside its races: the parts that keep it bring this. */
export interface OwnedBesides {
  /** The part of the download of a person's data. Data of an address only where it is confirmed. */
  collect(db: Database, userId: string, verifiedEmail: string | null): StreamedDocument;
  /** What was given to the address of a closed account. */
  forgetAddress(trx: Database, email: string): Promise<void>;
  /** Removes everything, one thing at a time. */
  remove(db: Database, userId: string): Promise<void>;
}

/** Parts that the account functions work with. */
export interface AccountParts {
  readonly storage: Storage;
  readonly auth: Auth;
  readonly knownSessions: KnownSessions;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  readonly secret: string;
  readonly signupReview: boolean;
  /** Email addresses of operators; each counts once it is verified. */
  readonly operators: ReadonlySet<string>;
  readonly mail: MailConfig;
  readonly ownedBesides: OwnedBesides;
  /** Called after the commit. */
  onMailQueued(): void;
  /** The account's credits, rights or sessions have changed: its open pages must show it, or end. */
  onAccountChanged(userId: string): void;
  /**
   * Called after the commit. The events are gone, or their logs no longer name a person: cached states of them are
   * stale.
   */
  onEventsRewritten(eventIds: readonly string[]): void;
  /** Called after the commit: these events' screens have new keys, and holders of an old key are shut out. */
  onScreensChanged(eventIds: readonly string[]): void;
}
