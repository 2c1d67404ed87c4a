/**
 * Reasons not to reload this page now: taps that the server has not confirmed, a racer on course. Each part of the page
 * with such a reason adds a guard; the update prompt asks them all, before it shows and again before it reloads.
 */
export type ReloadGuard = () => boolean;

const guards = new Set<ReloadGuard>();

/** `isHolding` returns true for as long as a reload must wait. Returns a function that removes the guard. */
export function addReloadGuard(isHolding: ReloadGuard): () => void {
  // A new function for each call: the same function added twice is two reasons, and removing one leaves the other.
  const guard = () => isHolding();
  guards.add(guard);
  return () => guards.delete(guard);
}

export function isReloadHeld(): boolean {
  return [...guards].some((isHolding) => {
    try {
      return isHolding();
    } catch (error) {
      // A guard that fails holds: only a guard that answers can say that a reload is safe.
      console.warn('A reload guard failed; the page is not reloaded.', error);
      return true;
    }
  });
}
