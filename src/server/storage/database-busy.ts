const LOCK_NOT_AVAILABLE = '55P03';

/** Every connection of the pool was in use for as long as a request waits for one. */
export class NoConnectionFree extends Error {
  override readonly name = 'NoConnectionFree';
}

/** The database works, and other requests held what this one waited for: nothing was stored, and it may be sent again. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof NoConnectionFree || (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;
