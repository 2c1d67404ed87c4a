import { type PointerEvent, type RefObject, useRef, useState } from 'react';

/** The page scrolls while the finger is this close to an edge of the screen. */
const EDGE_PX = 72;
const SCROLL_PX = 12;

interface Dragging {
  readonly racerId: string;
  /** The place that the racer gets when the finger goes up. */
  readonly to: number;
}

export interface DragOrder {
  readonly dragging: Dragging | null;
  readonly handleProps: (racerId: string) => {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
  };
}

/** Drags rows by a handle. Rows are found by their place on the screen, so they may have any height. */
export function useDragOrder(
  list: RefObject<HTMLOListElement | null>,
  ids: readonly string[],
  onMove: (racerId: string, to: number) => void,
): DragOrder {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const held = useRef<Dragging | null>(null);
  const hold = (next: Dragging | null) => {
    held.current = next;
    setDragging(next);
  };

  function placeAt(y: number, racerId: string): number {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-racer]') ?? [])];
    const others = rows.filter((row) => row.dataset['racer'] !== racerId);
    const below = others.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2;
    });
    return below === -1 ? others.length : below;
  }

  return {
    dragging,
    handleProps: (racerId) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        hold({ racerId, to: ids.indexOf(racerId) });
      },
      onPointerMove({ clientY }) {
        if (held.current === null) return;
        scrollNear(clientY);
        const to = placeAt(clientY, racerId);
        if (to !== held.current.to) hold({ racerId, to });
      },
      onPointerUp() {
        const last = held.current;
        hold(null);
        if (last !== null && last.to !== ids.indexOf(racerId)) onMove(racerId, last.to);
      },
      onPointerCancel: () => hold(null),
    }),
  };
}

function scrollNear(y: number): void {
  if (y < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
  if (y > innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
}
