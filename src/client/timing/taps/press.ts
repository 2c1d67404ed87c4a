/**
 * When a press on a timing button counts, and at which moment. The time is the moment at which the finger came down,
 * but whether it is a press is known only when it goes up again: a finger that scrolls starts no racer.
 */
export interface Press {
  /** True when a press begins. */
  pointerDown(event: PressPointer): boolean;
  /** With several fingers on the screen browsers send no click; a finger that is lifted on its button counts. */
  pointerUp(event: PressPointer, isInside: () => boolean): number | null;
  /** The click goes elsewhere, or none comes: returns when the finger came down. */
  takeMoved(pointerId: number): number | null;
  /** The browser has taken the finger for a scroll, or the pointer is gone. */
  pointerCancel(event: Pick<PressPointer, 'pointerId'>): void;
  /** False when the key must do nothing: a key that is held down repeats itself. */
  keyDown(event: PressKey): boolean;
  /** The time stamp of the press that this click completes; null when that press has counted already. */
  click(event: PressClick): number | null;
  /** The focus has gone elsewhere while a key was down. */
  blur(): void;
}

export interface PressPointer {
  readonly pointerId: number;
  readonly pointerType: string;
  readonly button: number;
  readonly timeStamp: number;
}

export interface PressKey {
  readonly key: string;
  readonly repeat: boolean;
  readonly timeStamp: number;
}

export interface PressClick {
  readonly timeStamp: number;
  /** 0 where no pointer was involved: keyboard, assistive technology, a script. */
  readonly detail: number;
  /** Absent in browsers whose click is no pointer event. */
  readonly pointerId?: number | undefined;
}

/** Fingers on the screen, anywhere on the page: shared by all buttons. */
export interface Fingers {
  add(pointerId: number): void;
  remove(pointerId: number): void;
  has(pointerId: number): boolean;
  /** True when there were several since the screen was last free: none of them will get a click. */
  wereSeveral(): boolean;
}

export function createFingers(): Fingers {
  const down = new Set<number>();
  let wereSeveral = false;
  return {
    add(pointerId) {
      if (down.size === 0) wereSeveral = false;
      down.add(pointerId);
      wereSeveral ||= down.size > 1;
    },
    remove: (pointerId) => void down.delete(pointerId),
    has: (pointerId) => down.has(pointerId),
    wereSeveral: () => wereSeveral,
  };
}

export function createPress(fingers: Pick<Fingers, 'has' | 'wereSeveral'>): Press {
  let pointer: { readonly id: number; readonly at: number } | null = null;
  let key: number | null = null;
  /** A pointer whose press has counted: if a click comes after all, it is the same press. */
  let counted: number | null = null;

  return {
    pointerDown({ pointerId, button, timeStamp }) {
      // A second finger on the same button is no second press.
      if (button !== 0 || (pointer !== null && fingers.has(pointer.id))) return false;
      counted = null;
      pointer = { id: pointerId, at: timeStamp };
      return true;
    },
    pointerUp({ pointerId, pointerType }, isInside) {
      if (pointer?.id !== pointerId || pointerType !== 'touch' || !fingers.wereSeveral()) return null;
      const { at } = pointer;
      pointer = null;
      if (!isInside()) return null;
      counted = pointerId;
      return at;
    },
    takeMoved(pointerId) {
      if (pointer?.id !== pointerId) return null;
      const { at } = pointer;
      pointer = null;
      return at;
    },
    pointerCancel({ pointerId }) {
      if (pointer?.id === pointerId) pointer = null;
    },
    keyDown({ key: name, repeat, timeStamp }) {
      if (name !== 'Enter' && name !== ' ') return true;
      if (repeat) return false;
      key = timeStamp;
      return true;
    },
    click({ timeStamp, detail, pointerId }) {
      const isByPointer = detail > 0 && (pointerId === undefined || pointerId >= 0);
      if (isByPointer) {
        const pressed = pointer;
        pointer = null;
        if (counted !== null && (pointerId ?? counted) === counted) {
          counted = null;
          return null;
        }
        return pressed !== null && (pointerId ?? pressed.id) === pressed.id ? pressed.at : timeStamp;
      }
      const stamp = key ?? timeStamp;
      key = null;
      return stamp;
    },
    blur() {
      key = null;
    },
  };
}
