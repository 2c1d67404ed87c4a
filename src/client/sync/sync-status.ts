import type { ErrorCode } from '../../protocol/errors.ts';
import type { Connection } from './live-link.ts';
import type { OutboxRow } from './ports.ts';

/** What a user is told about sending. */
export interface SyncStatus {
  /** The number of commands that this user has recorded on this device and the server has not confirmed. */
  readonly unsynced: number;
  /** Rows refused by the server: kept, with the reason, until dismissed. */
  readonly needsAttention: readonly OutboxRow[];
  readonly connection: Connection;
  /** False where recorded commands would not survive the closing of the page. */
  readonly isDurable: boolean;
  /** The session has ended: commands are recorded and kept as before, and sent once their user has signed in again. */
  readonly mustSignIn: boolean;
  /** Why the last sending failed; null when it succeeded. */
  readonly failure: ErrorCode | null;
}
