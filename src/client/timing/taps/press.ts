/**
 * When a press on a timing button counts, and at which moment. The time is the moment at which the finger came down,
 * but whether it is a press is known only when it goes up again: a finger that scrolls starts no racer.
 */
export interface Press {
  /** True when a press begins. */
  pointerDown(event: PressPointer): boolean;
  /** The click goes elsewhere, or none comes: returns when the finger came down. */
  takeWithoutClick(pointerId: number): number | null;
  /** The browser has taken the finger for a scroll, or the pointer is gone. */
  pointerCancel(event: Pick<PressPointer, 'pointerId'>): void;
  /** False when the key must do nothing: a key that is held down repeats itself. */
  keyDown(event: PressKey): boolean;
  /** The time stamp of the press that this click completes. */
  click(event: PressClick): number;
  /** The focus has gone elsewhere while a key was down. */
  blur(): void;
}

interface PressPointer {
  readonly pointerId: number;
  readonly button: number;
  readonly timeStamp: number;
}

interface PressKey {
  readonly key: string;
  readonly repeat: boolean;
  readonly timeStamp: number;
}

interface PressClick {
  readonly timeStamp: number;
  /** 0 where no pointer was involved: keyboard, assistive technology, a script. */
  readonly detail: number;
  /** Absent in browsers whose click is no pointer event. */
  readonly pointerId?: number | undefined;
}

/** `isDown`: a pointer has not gone yet, wherever it is. */
export function createPress(isDown: (pointerId: number) => boolean): Press {
  let pointer: { readonly id: number; readonly at: number } | null = null;
  let key: number | null = null;

  return {
    pointerDown({ pointerId, button, timeStamp }) {
      // A second finger on the same button is no second press.
      if (button !== 0 || (pointer !== null && pointer.id !== pointerId && isDown(pointer.id))) return false;
      pointer = { id: pointerId, at: timeStamp };
      return true;
    },
    takeWithoutClick(pointerId) {
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
