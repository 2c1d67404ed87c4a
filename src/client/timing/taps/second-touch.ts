/** A second touch within this is the same hand that trembles, or a double tap out of habit. */
export const SECOND_TOUCH_MS = 400;

/** The edges of a button on the screen, and how far the page had been scrolled by hand. */
export interface ButtonEdges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly scrolled: number;
}

interface Touched {
  readonly x: number;
  readonly y: number;
  readonly scrolled: number;
}

export interface SecondTouch {
  /** A finger that came down then and there has timed a racer. `isOver`: or pressed something that has to be gone first. */
  note(place: ButtonEdges, at: number, isOver?: () => boolean): void;
  /**
   * True for a touch that belongs to a tap before it: on the same button, or on whatever is there by now. A hand that
   * has scrolled meanwhile has brought another row there, and means that row.
   */
  is(touch: Touched, at: number): boolean;
}

export function createSecondTouch(): SecondTouch {
  let recent: { readonly place: ButtonEdges; readonly at: number; readonly isOver: () => boolean }[] = [];
  const keepSince = (at: number) => {
    recent = recent.filter((tap) => at - tap.at < SECOND_TOUCH_MS);
  };
  return {
    note(place, at, isOver = () => true) {
      keepSince(at);
      recent.push({ place, at, isOver });
    },
    is({ x, y, scrolled }, at) {
      keepSince(at);
      return recent.some(({ place, isOver }) => {
        const yThen = y + scrolled - place.scrolled;
        const isThere = x >= place.left && x <= place.right && yThen >= place.top && yThen <= place.bottom;
        return isThere && isOver();
      });
    },
  };
}
