import type { EndLine } from '../../../domain/model/lines.ts';

/**
 * A hand needs so long from the look to the touch. A button that came under the finger later than that was not aimed at,
 * or not surely.
 */
export const MOVED_MS = 700;

/** A busy page hears of a touch so long after it: what lay under the finger then must still be known. */
const HEARD_LATE_MS = 5_000;

/** The racer and the line of a timing button. */
export interface Meant {
  readonly racerId: string;
  readonly line: EndLine;
}

/** A timing button and its edges on the page. */
export interface Spot extends Meant {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Layout {
  readonly since: number;
  readonly spots: readonly Spot[];
}

/** Places of the timing buttons now, and a moment ago. */
export interface Places {
  /** `isOwn`: the hand itself has brought the buttons there, by a scroll or a search, and knows where they are. */
  note(spots: readonly Spot[], at: number, isOwn?: boolean): void;
  /** All that a touch then and there can have meant, the latest last. One: the touch is sure. */
  meantAt(x: number, y: number, at: number): readonly Meant[];
}

export function createPlaces(movedMs = MOVED_MS): Places {
  let layouts: readonly Layout[] = [];
  return {
    note(spots, at, isOwn = false) {
      const last = layouts.at(-1);
      if (last === undefined || isOwn) layouts = [{ since: -Infinity, spots }];
      else if (!isSame(last.spots, spots)) layouts = [...layouts, { since: at, spots }];
      // A layout is forgotten once the one after it is old enough.
      const forgotten = at - movedMs - HEARD_LATE_MS;
      layouts = layouts.filter((_, index) => index === layouts.length - 1 || layouts[index + 1]!.since > forgotten);
    },
    meantAt(x, y, at) {
      const meant = new Map<string, Meant>();
      layouts.forEach(({ spots }, index) => {
        const end = layouts[index + 1]?.since ?? Infinity;
        if (end <= at - movedMs) return;
        const spot = spots.find(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
        if (spot === undefined) return;
        const key = `${spot.racerId} ${spot.line}`;
        meant.delete(key);
        meant.set(key, spot);
      });
      return [...meant.values()];
    },
  };
}

function isSame(one: readonly Spot[], other: readonly Spot[]): boolean {
  return one.length === other.length && one.every((spot, index) => isSameSpot(spot, other[index]!));
}

function isSameSpot(one: Spot, other: Spot): boolean {
  return (
    one.racerId === other.racerId &&
    one.line === other.line &&
    one.top === other.top &&
    one.left === other.left &&
    one.right === other.right &&
    one.bottom === other.bottom
  );
}
