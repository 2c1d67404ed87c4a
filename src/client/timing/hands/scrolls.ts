import { closeUp } from './close-up.ts';
import { noteOwnScroll, scrolledByHand } from './hand-scroll.ts';
import { hands } from './hands.ts';

/** A page that scrolls by itself, after the finger has gone, scrolls with every frame. */
const STILL_MS = 100;
/** A page that has not scrolled for so long begins another scroll. */
const NEXT_SCROLL_MS = 300;
/** A scroll by a row asks for the lists to close up; a thumb that slips while it taps does not. */
const ASKING_PX = 72;
/** A phone that is turned scrolls by itself for a moment: that asks for nothing. */
const TURNING_MS = 500;

/** The last scroll by a hand: how far, when, and where it began. */
let scrolled = { by: 0, at: -Infinity, from: 0 };
/** When a list that scrolls by itself, such as that of the start gate, has scrolled last. */
let listScrolledAt = -Infinity;
let turned = { width: 0, at: -Infinity };

/** A screen begins: what the page has scrolled before was no scroll of its rows. */
export function beginScrolls(): void {
  turned = { width: innerWidth, at: -Infinity };
  scrolled = { ...scrolled, by: scrolledByHand() };
}

/** True where nothing scrolled under a finger that came down then, nor right before: one that stops a scrolling page presses nothing. */
export const wasStill = (at: number): boolean => Math.max(scrolled.at, listScrolledAt) < at - STILL_MS;

/** The bar of a browser that comes and goes under a scrolling hand changes the height alone. */
export function noteResize({ timeStamp }: Event): void {
  if (turned.width !== innerWidth) turned = { width: innerWidth, at: timeStamp };
}

/**
 * Rows that the page itself has kept in place by scrolling are no hand's doing. True where a phone that is being turned has
 * moved the rows.
 */
export function noteScroll({ target, timeStamp: at }: Event): boolean {
  const isTurning = at - turned.at < TURNING_MS;
  if (target !== document) {
    if (!isTurning) listScrolledAt = at;
    return false;
  }
  if (isTurning) {
    noteOwnScroll(scrolledByHand() - scrolled.by);
    return true;
  }
  const by = scrolledByHand();
  if (by === scrolled.by) return false;
  hands.touch(at);
  const from = at - scrolled.at > NEXT_SCROLL_MS ? scrolled.by : scrolled.from;
  scrolled = { by, at, from };
  if (Math.abs(by - from) < ASKING_PX) return false;
  scrolled = { by, at, from: by };
  closeUp('by-scroll');
  return false;
}
