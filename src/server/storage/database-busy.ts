import { NoDatabase } from '../journal/store.ts';

/**
 * Lock not available, and query canceled by the statement's own limit: behind others who wait for the same row a statement
 * waits twice, for its turn and for the row, and has reached both limits by then. Which is named depends on the machine.
 */
const GAVE_UP = new Set<unknown>(['55P03', '57014']);

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
  KINDS.some((kind) => error instanceof kind) || GAVE_UP.has((error as { code?: unknown } | null)?.code);
