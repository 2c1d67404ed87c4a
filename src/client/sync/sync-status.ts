import type { Result } from '../../domain/result.ts';
import { errors } from '../../protocol/errors.ts';
import type { Connection } from './live-link.ts';
import type { OutboxRow, SyncError } from './ports.ts';

/** State of sending that a user is told. */
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
  /** Failure of the last sending; null when it succeeded. */
  readonly failure: Failure | null;
}

/** `answered`: the server, or a proxy before it, said no, for example with HTTP 500 or 503. */
type Failure = 'answered' | 'unanswered';

/** An error that something has answered with. The mark is not in `SyncError`: it is neither sent nor stored. */
export interface AnsweredError extends SyncError {
  readonly isAnswer: true;
}

/** Reads the state of sending from an answer to waiting commands. */
export function readSending(
  answer: Result<unknown, SyncError | AnsweredError>,
): Pick<SyncStatus, 'mustSignIn' | 'failure'> {
  if (answer.ok) return { mustSignIn: false, failure: null };
  const { error } = answer;
  return { mustSignIn: errors[error.code].http === 401, failure: 'isAnswer' in error ? 'answered' : 'unanswered' };
}

/** The list of before until a row is refused or dismissed: a board that listens to it is drawn for nothing else. */
export function listRefused(rows: readonly OutboxRow[], before: readonly OutboxRow[]): readonly OutboxRow[] {
  const refused = rows.filter(({ state }) => state === 'refused');
  return refused.length === before.length && refused.every((row, index) => row === before[index]) ? before : refused;
}
