/** Distance that the page itself has scrolled so that no row moves on the screen. */
let keptInPlace = 0;

/** Scrolls by as much as a list above has grown: on the screen nothing moves. */
export function scrollToKeepInPlace(by: number): void {
  const before = window.scrollY;
  window.scrollBy({ top: by, behavior: 'instant' });
  noteOwnScroll(window.scrollY - before);
}

/** The page was scrolled, and no hand did it: a list that gets shorter scrolls the page as well. */
export function noteOwnScroll(by: number): void {
  keptInPlace += by;
}

/**
 * Distance that a hand has scrolled. A row's place on the screen plus this distance is constant as long as the row has not
 * moved.
 */
export const scrolledByHand = (): number => window.scrollY - keptInPlace;
