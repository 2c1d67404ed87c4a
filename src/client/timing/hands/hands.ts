/** State of the hands on the screen. Rows may move by themselves once the hands are calm, and never before. */
export interface Hands {
  down(pointerId: number): void;
  isDown(pointerId: number): boolean;
  up(pointerId: number, at: number): void;
  /** A tap, a scroll, a key. */
  touch(at: number): void;
  /** Notes the place where a mouse or a pen hovers; null where there is none. A hovering finger is unknown to the browser. */
  hover(place: { readonly x: number; readonly y: number } | null): void;
  /** The page has lost the pointers: no `up` will come for those that are down. */
  forget(): void;
  /** When nobody will have been touched for so long, unless there is a touch before; `Infinity` while a finger is near. */
  calmAt(quietMs: number): number;
}

/** `isButtonAt`: a mouse that rests on a timing button is about to press it. */
export function createHands(isButtonAt: (x: number, y: number) => boolean): Hands {
  const pointers = new Set<number>();
  let hovers: { readonly x: number; readonly y: number } | null = null;
  let touchedAt = -Infinity;
  const touch = (at: number) => {
    touchedAt = Math.max(touchedAt, at);
  };
  return {
    down: (pointerId) => void pointers.add(pointerId),
    isDown: (pointerId) => pointers.has(pointerId),
    up(pointerId, at) {
      pointers.delete(pointerId);
      touch(at);
    },
    touch,
    hover(place) {
      hovers = place;
    },
    forget() {
      pointers.clear();
      hovers = null;
    },
    calmAt(quietMs) {
      const isNear = pointers.size > 0 || (hovers !== null && isButtonAt(hovers.x, hovers.y));
      return isNear ? Infinity : touchedAt + quietMs;
    },
  };
}

/** The one pair of hands: a page has one screen. */
export const hands = createHands(
  (x, y) => document.elementFromPoint(x, y)?.closest('[data-timing-button]:enabled') != null,
);
