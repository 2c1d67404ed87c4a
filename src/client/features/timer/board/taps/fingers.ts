import { scrolledByHand } from '../hold/hand-scroll.ts';
import { hands } from '../hold/hands.ts';
import { createFingers } from './press.ts';
import { createSecondTouch } from './second-touch.ts';

/** One screen, so one set of fingers for all buttons. */
export const fingers = createFingers();
export const secondTouch = createSecondTouch();
/** Touches on what closes a view, a dialog or a menu: the second of two taps on 'Save' meets the board beneath it. */
const closing = createSecondTouch();

/** A pointer, where it came down, and the button of its press. */
interface Down {
  readonly button: Element | null;
  readonly x: number;
  readonly y: number;
  /** The touch belongs to the tap before it, and does nothing. */
  readonly isSecond: boolean;
  readonly at: number;
  /** The page did not scroll: a touch that stops a scrolling page is no press. */
  readonly isStill: boolean;
  /** The press has counted when the finger went: a click that comes after all does nothing. */
  isCounted: boolean;
  count: () => void;
}

const downs = new Map<number, Down>();
let latest = -1;
/** How far a hand has scrolled, and when last. */
let scrolled = { by: 0, at: -Infinity };

/** Movement up to which a press counts: dragging off the button cancels it, a trembling hand does not. */
const TREMBLE_PX = 16;
/** Browsers of phones take a finger that stays down for a wish for a menu, and send no click when it goes. */
const LONG_MS = 300;
/** A page that scrolls by itself, after the finger has gone, scrolls with every frame. */
const STILL_MS = 100;
/** How far apart the two taps of a double tap are at most. */
const DOUBLE_TAP_PX = 40;
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

function noteClosing({ target, clientX: x, clientY: y, timeStamp }: PointerEvent): void {
  if (!(target instanceof Element) || timingButton(target) !== null) return;
  // A button that only changes its icon is still there, though the icon under the finger is gone.
  const pressed = target.closest('button, a, label') ?? target;
  const [left, right, top, bottom] = [x - DOUBLE_TAP_PX, x + DOUBLE_TAP_PX, y - DOUBLE_TAP_PX, y + DOUBLE_TAP_PX];
  // Places on the screen: a view and the board beneath it are scrolled each by itself.
  closing.note({ left, right, top, bottom, scrolled: 0 }, timeStamp, () => !pressed.isConnected);
}

function begin(event: PointerEvent): void {
  const { pointerId, target, clientX: x, clientY: y } = event;
  latest = pointerId;
  const [oldest] = downs.keys();
  if (oldest !== undefined && downs.size >= MOST_KEPT) downs.delete(oldest);
  const button = timingButton(target);
  const isSecond =
    secondTouch.is({ x, y, scrolled: scrolledByHand() }, event.timeStamp) ||
    (button !== null && closing.is({ x, y, scrolled: 0 }, event.timeStamp));
  if (isSecond) event.stopPropagation();
  const isStill = event.timeStamp - scrolled.at > STILL_MS;
  const down = { button, x, y, isSecond, isStill, at: event.timeStamp };
  downs.set(pointerId, { ...down, isCounted: false, count: () => undefined });
}

/** A press that browsers of phones send no click for counts when the finger goes. */
function lift(event: PointerEvent): void {
  const down = downs.get(event.pointerId);
  if (event.pointerType !== 'touch' || !down?.button || down.isSecond || !down.isStill) return;
  if (event.timeStamp - down.at < LONG_MS || !hasStayed(event)) return;
  down.isCounted = true;
  down.count();
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
  if (down.isSecond || down.isCounted || down.button !== timingButton(event.target)) {
    event.preventDefault();
    event.stopPropagation();
    if (!down.isSecond && !down.isCounted && hasStayed(event)) down.count();
  }
  downs.delete(pointerId);
}

/** Listens before the buttons when a finger comes down, and after them when it goes. */
export function watchFingers(): () => void {
  const listening = new AbortController();
  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    hear: (event: WindowEventMap[Type]) => void,
    capture = false,
  ) => window.addEventListener(type, hear, { capture, signal: listening.signal });

  const remove = ({ pointerId, timeStamp }: PointerEvent) => {
    fingers.remove(pointerId);
    hands.up(pointerId, timeStamp);
  };
  listen(
    'pointerdown',
    (event) => {
      begin(event);
      hands.down(event.pointerId, event.timeStamp);
      if (event.pointerType === 'touch') fingers.add(event.pointerId);
    },
    true,
  );
  listen('pointerup', (event) => {
    lift(event);
    remove(event);
  });
  listen('pointercancel', (event) => {
    downs.delete(event.pointerId);
    remove(event);
  });
  listen('click', settle, true);
  listen('scroll', ({ timeStamp }) => {
    hands.touch(timeStamp);
    const by = scrolledByHand();
    if (by !== scrolled.by) scrolled = { by, at: timeStamp };
  });
  listen('blur', () => hands.forget());
  return () => {
    listening.abort();
    hands.forget();
  };
}

// Always, not only while timing buttons are shown: a view that is closed by a tap was there instead of them.
if (typeof window !== 'undefined') window.addEventListener('pointerdown', noteClosing, { capture: true });
