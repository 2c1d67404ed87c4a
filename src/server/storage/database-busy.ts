import { NoDatabase } from '../journal/store.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** Every connection of the pool was in use for as long as a request waits for one. */
export class NoConnectionFree extends Error {
  override readonly name = 'NoConnectionFree';
}

/** The connection broke during a statement. If it was the commit, everything is stored or nothing is. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const KINDS = [NoConnectionFree, NoDatabase, ConnectionLost];

/** The request may be sent again: the database was away, or other requests held what this one waited for. */
export const isDatabaseBusy = (error: unknown): boolean =>
  KINDS.some((kind) => error instanceof kind) || (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;
