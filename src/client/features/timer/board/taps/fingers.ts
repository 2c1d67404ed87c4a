import { createFingers } from './press.ts';

/** One screen, so one set of fingers for all buttons. */
export const fingers = createFingers();

/** A pointer, where it came down, and the button of its press. */
interface Down {
  readonly button: Element | null;
  readonly x: number;
  readonly y: number;
  count: () => void;
}

const downs = new Map<number, Down>();
let latest = -1;

/** Movement up to which a press counts: dragging off the button cancels it, a trembling hand does not. */
const TREMBLE_PX = 16;
/** A finger that scrolled gets no click: its entry is dropped with later ones. */
const MOST_KEPT = 16;

/** Sets what happens when this pointer's press counts although its button is no longer under the pointer. */
export function onMoved(pointerId: number, count: () => void): void {
  const down = downs.get(pointerId);
  if (down !== undefined) down.count = count;
}

/** True while the pointer is about where it came down. */
export function hasStayed({ pointerId, clientX, clientY }: MouseEvent & Partial<PointerEvent>): boolean {
  const down = downs.get(pointerId ?? latest);
  return down !== undefined && Math.hypot(clientX - down.x, clientY - down.y) <= TREMBLE_PX;
}

const timingButton = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-timing-button]') : null;

function begin({ pointerId, target, clientX, clientY }: PointerEvent): void {
  latest = pointerId;
  const [oldest] = downs.keys();
  if (oldest !== undefined && downs.size >= MOST_KEPT) downs.delete(oldest);
  downs.set(pointerId, { button: timingButton(target), x: clientX, y: clientY, count: () => undefined });
}

/**
 * The browser reports a press by a click, and sends it to the element under the finger by then. When another admin's
 * tap has moved the rows meanwhile, that is another racer: the button of the press was settled when the finger came
 * down.
 */
function settle(event: MouseEvent): void {
  const { pointerId = latest } = event as Partial<PointerEvent>;
  const down = downs.get(pointerId);
  // Keys and assistive technology click without a pointer coming down.
  if (event.detail === 0 || down === undefined) return;
  if (down.button !== timingButton(event.target)) {
    event.preventDefault();
    event.stopPropagation();
    if (hasStayed(event)) down.count();
  }
  downs.delete(pointerId);
}

/** Listens before the buttons when a finger comes down, and after them when it goes. */
export function watchFingers(): () => void {
  const add = (event: PointerEvent) => {
    begin(event);
    if (event.pointerType === 'touch') fingers.add(event.pointerId);
  };
  const remove = ({ pointerId }: PointerEvent) => fingers.remove(pointerId);
  const cancel = (event: PointerEvent) => {
    downs.delete(event.pointerId);
    remove(event);
  };
  window.addEventListener('pointerdown', add, { capture: true });
  window.addEventListener('pointerup', remove);
  window.addEventListener('pointercancel', cancel);
  window.addEventListener('click', settle, { capture: true });
  return () => {
    window.removeEventListener('pointerdown', add, { capture: true });
    window.removeEventListener('pointerup', remove);
    window.removeEventListener('pointercancel', cancel);
    window.removeEventListener('click', settle, { capture: true });
  };
}
