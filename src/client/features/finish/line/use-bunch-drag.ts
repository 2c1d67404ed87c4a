import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';

export interface DragHandle {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface BunchDrag {
  readonly list: RefObject<HTMLOListElement | null>;
  /** Handle that all cards share: a card is known by its row's position in the list. */
  readonly handle: DragHandle;
}

interface Dragged {
  readonly pointerId: number;
  readonly from: number;
  readonly startY: number;
}

/** Moves a card with the pointer, outside React, and reports the place where it is dropped. */
export function useBunchDrag(length: number, onDrop: (from: number, to: number) => void): BunchDrag {
  const list = useRef<HTMLOListElement>(null);
  const dragged = useRef<Dragged | null>(null);
  const focusAt = useRef<number | null>(null);

  // The focus follows the racer, so that the arrow keys go on with the same one.
  useEffect(() => {
    if (focusAt.current === null) return;
    const card = list.current?.children[focusAt.current]?.querySelector('button');
    if (card) {
      card.focus();
      focusAt.current = null;
    }
  });

  function placeAt(clientY: number): number {
    const rows = [...(list.current?.children ?? [])];
    const below = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
    return below === -1 ? rows.length - 1 : below;
  }

  function release(card: HTMLElement): void {
    dragged.current = null;
    card.style.translate = '';
    delete card.dataset['dragged'];
  }

  const placeOf = (card: HTMLElement): number =>
    [...(list.current?.children ?? [])].findIndex((row) => row.contains(card));

  const handle: DragHandle = {
    onPointerDown(event) {
      if (event.button !== 0 || dragged.current !== null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.dataset['dragged'] = '';
      dragged.current = { pointerId: event.pointerId, from: placeOf(event.currentTarget), startY: event.clientY };
    },
    onPointerMove(event) {
      if (dragged.current?.pointerId !== event.pointerId) return;
      event.currentTarget.style.translate = `0 ${event.clientY - dragged.current.startY}px`;
    },
    onPointerUp(event) {
      if (dragged.current?.pointerId !== event.pointerId) return;
      const { from } = dragged.current;
      release(event.currentTarget);
      const to = placeAt(event.clientY);
      if (to !== from) onDrop(from, to);
    },
    onPointerCancel(event) {
      if (dragged.current?.pointerId === event.pointerId) release(event.currentTarget);
    },
    onKeyDown(event) {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const from = placeOf(event.currentTarget);
      const to = from + (step ?? 0);
      if (step === undefined || to < 0 || to >= length) return;
      event.preventDefault();
      focusAt.current = to;
      onDrop(from, to);
    },
  };

  return { list, handle };
}
