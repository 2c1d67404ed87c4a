/**
 * Reasons not to reload this page now: taps that the server has not confirmed, a racer on course. Whoever holds such a
 * reason adds a guard; the update prompt asks them all, before it shows and again before it reloads.
 */
export type ReloadGuard = () => boolean;

const guards = new Set<ReloadGuard>();

/** `isHolding` answers true for as long as a reload must wait. Returns the way to take the guard away again. */
export function addReloadGuard(isHolding: ReloadGuard): () => void {
  // One of its own for each call: the same function added twice is two reasons, and taking away one leaves the other.
  const guard = () => isHolding();
  guards.add(guard);
  return () => guards.delete(guard);
}

export function isReloadHeld(): boolean {
  return [...guards].some((isHolding) => {
    try {
      return isHolding();
    } catch (error) {
      // What cannot say that all is safe is not safe.
      console.warn('A reload guard failed; the page is not reloaded.', error);
      return true;
    }
  });
}
