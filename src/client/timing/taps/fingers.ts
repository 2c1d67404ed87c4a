import { scrolledByHand } from '../hands/hand-scroll.ts';
import { hands } from '../hands/hands.ts';
import { beginScrolls, noteResize, noteScroll, wasStill } from '../hands/scrolls.ts';
import { meantBy, notePlaces } from './button-places.ts';
import type { Meant } from './places.ts';
import { createSecondTouch } from './second-touch.ts';

/** The one memory of touches for all buttons: a page has one screen. */
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
  /** The width of the screen: a phone that is turned under the finger has another by the time the finger goes. */
  readonly width: number;
  /** Something has moved under the finger: nobody knows which of these the touch means. Empty for all other touches. */
  readonly unsure: readonly Meant[];
  /** The finger has been elsewhere meanwhile. */
  hasStrayed: boolean;
  /** The press has counted when the finger went: a click that comes after all does nothing. */
  isCounted: boolean;
  count: () => void;
}

/** Hears of a touch that can have meant two buttons, or one that is gone: the time is kept, and nobody is guessed. */
export type HearUnsure = (meant: readonly Meant[], timeStamp: number) => void;
let hearUnsure: HearUnsure | null = null;

export function onUnsure(hear: HearUnsure): () => void {
  hearUnsure = hear;
  return () => {
    if (hearUnsure === hear) hearUnsure = null;
  };
}

const downs = new Map<number, Down>();
let latest = -1;

/** Movement up to which a press counts: dragging off the button cancels it, a trembling hand does not. */
const TREMBLE_PX = 16;
/** A click comes in the frame in which the finger goes. A page in the background has no frames. */
const NO_CLICK_MS = 100;
/** Largest distance between the two taps of a double tap. */
const DOUBLE_TAP_PX = 40;
/** A finger that scrolled gets no click: its entry is dropped with later ones. */
const MOST_KEPT = 16;

/** Sets what happens when this pointer's press counts without a click of its button. */
export function onNoClick(pointerId: number, count: () => void): void {
  const down = downs.get(pointerId);
  if (down !== undefined) down.count = count;
}

/** True while the pointer is about where it came down. */
function hasStayed({ pointerId, clientX, clientY }: MouseEvent & Partial<PointerEvent>): boolean {
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
  // No click comes any more for a finger before this one.
  for (const decide of undecided) decide();
  latest = pointerId;
  const [oldest] = downs.keys();
  if (oldest !== undefined && downs.size >= MOST_KEPT) downs.delete(oldest);
  const button = timingButton(target);
  const isSecond =
    secondTouch.is({ x, y, scrolled: scrolledByHand() }, event.timeStamp) ||
    (button !== null && closing.is({ x, y, scrolled: 0 }, event.timeStamp));
  const unsure = isSecond ? [] : findUnsure(event, button);
  if (isSecond || unsure.length > 0) event.stopPropagation();
  const down = { button, x, y, isSecond, unsure, at: event.timeStamp, width: innerWidth };
  const keep = unsure.length > 0 ? () => hearUnsure?.(unsure, event.timeStamp) : () => undefined;
  downs.set(pointerId, { ...down, hasStrayed: false, isCounted: false, count: keep });
}

/** A touch that falls beside the buttons was meant for one that stood there a moment ago, if any did. */
function findUnsure(event: PointerEvent, button: Element | null): readonly Meant[] {
  if (hearUnsure === null || event.button !== 0) return [];
  if (!(event.target instanceof Element) || event.target.closest('[data-timing-area]') === null) return [];
  // Places are noted now: anything that moved unnoticed has moved by this moment.
  notePlaces(event.timeStamp);
  const meant = meantBy(event);
  return meant.length > 1 || (button === null && meant.length > 0) ? meant : [];
}

/** Touches that have gone, and may yet get a click. */
const undecided = new Set<() => void>();

/**
 * A touch that gets no click counts when the finger goes: browsers send none after a long press, for several fingers, and
 * for a touch right after a finger that slid, which they take for one that stops a scroll. A phone that is turned under
 * the finger takes the finger away, or finds another place under it.
 */
function lift(event: PointerEvent, isCancelled = false): void {
  const { pointerId, pointerType } = event;
  const down = downs.get(pointerId);
  if (pointerType !== 'touch' || down === undefined || down.isSecond || !wasStill(down.at)) return;
  if (down.unsure.length === 0 && !down.button?.matches(':enabled')) return;
  if (innerWidth !== down.width) return count(down);
  if (isCancelled || down.hasStrayed || !hasStayed(event)) return;
  // Until the next frame nobody knows whether the page scrolled until the finger stopped it.
  const decide = () => {
    if (!undecided.delete(decide)) return;
    if (downs.get(pointerId) === down && wasStill(down.at)) count(down);
  };
  undecided.add(decide);
  requestAnimationFrame(decide);
  setTimeout(decide, NO_CLICK_MS);
}

function count(down: Down): void {
  if (down.isCounted) return;
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
  const isElsewhere = down.unsure.length > 0 || down.button !== timingButton(event.target);
  if (down.isSecond || down.isCounted || isElsewhere) {
    event.preventDefault();
    event.stopPropagation();
    if (!down.isSecond && hasStayed(event)) count(down);
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

  listen(
    'pointerdown',
    (event) => {
      begin(event);
      hands.down(event.pointerId);
    },
    true,
  );
  listen('pointerup', (event) => {
    lift(event);
    hands.up(event.pointerId, event.timeStamp);
  });
  // This listener comes before the button's, which forgets the press.
  listen(
    'pointercancel',
    (event) => {
      lift(event, true);
      downs.delete(event.pointerId);
      hands.up(event.pointerId, event.timeStamp);
    },
    true,
  );
  listen('pointermove', (event) => {
    const { pointerType, pointerId, clientX: x, clientY: y } = event;
    if (pointerType !== 'touch') return hands.hover({ x, y });
    const down = downs.get(pointerId);
    if (down !== undefined) down.hasStrayed ||= !hasStayed(event);
  });
  listen('keydown', ({ timeStamp }) => hands.touch(timeStamp));
  listen('click', settle, true);
  beginScrolls();
  listen('resize', noteResize);
  listen(
    'scroll',
    (event) => {
      // Rows that were moved have moved by now: noted at the next touch only, they would make that one unsure.
      if (noteScroll(event)) notePlaces(event.timeStamp);
    },
    true,
  );
  listen('blur', () => hands.forget());
  return () => {
    listening.abort();
    hands.forget();
  };
}

// Touches are followed always, not only while timing buttons are shown: a view that a tap closes was there instead of them.
if (typeof window !== 'undefined') window.addEventListener('pointerdown', noteClosing, { capture: true });
