import type { ChartContent } from './chart-content.ts';
import type { Plot, Span } from '../../../../client/ui/plot/plot.ts';

export interface ChartPointing {
  readonly content: () => ChartContent;
  readonly plot: () => Plot;
  /** Null draws the chosen section. */
  readonly drawBox: (span: Span | null) => void;
}

/** A shorter movement is a press, not a drag. */
const DRAG_PIXELS = 5;
const WHEEL_SPEED = 0.002;

/**
 * Mouse, pen and fingers on a chart: press and drag to scrub; with Shift, or in a chart of the whole, to choose a section; two
 * fingers to zoom.
 */
export function listenToPointing(frame: HTMLElement, { content, plot, drawBox }: ChartPointing): () => void {
  const fingers = new Map<number, number>();
  let begun: { readonly x: number; readonly kind: 'scrub' | 'section' | 'undecided' } | null = null;
  let pinched: readonly [number, number] | null = null;

  /** Measured when a finger comes down: measuring with every move would lay out the page anew for each. */
  let left = 0;
  const measure = () => {
    left = plot().over.getBoundingClientRect().left;
  };
  const pixelOf = (event: MouseEvent) => event.clientX - left;
  const bothFingers = () => [...fingers.values()].toSorted((a, b) => a - b) as [number, number];

  function scrub(pixel: number): void {
    const { cursor, axis, label, view } = content();
    cursor.set(axis.timeOf(Math.min(view.to, Math.max(view.from, plot().placeOf(pixel)))), label);
  }

  function sectionTo(start: number, pixel: number): Span {
    const [from, to] = [start, pixel].map((end) => plot().placeOf(end)).toSorted((a, b) => a - b) as [number, number];
    return { from, to };
  }

  /** The positions that were under the fingers stay under them. */
  function zoomBetween(places: readonly [number, number]): void {
    const [first, second] = bothFingers();
    if (second - first < DRAG_PIXELS) return;
    const scale = (places[1] - places[0]) / (second - first);
    const from = places[0] - first * scale;
    content().onView({ from, to: from + plot().over.clientWidth * scale });
  }

  function onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    measure();
    fingers.set(event.pointerId, pixelOf(event));
    frame.setPointerCapture(event.pointerId);
    if (fingers.size === 2) {
      begun = null;
      const [first, second] = bothFingers();
      pinched = [plot().placeOf(first), plot().placeOf(second)];
      return;
    }
    const chooses = event.shiftKey || content().drag === 'section';
    // A finger may be about to scroll the page: it moves nothing until it goes sideways or is lifted.
    const kind = chooses ? 'section' : event.pointerType === 'touch' ? 'undecided' : 'scrub';
    begun = { x: pixelOf(event), kind };
    if (kind === 'scrub') scrub(begun.x);
  }

  function onMove(event: PointerEvent): void {
    if (!fingers.has(event.pointerId)) return;
    const pixel = pixelOf(event);
    fingers.set(event.pointerId, pixel);
    if (pinched !== null && fingers.size === 2) return zoomBetween(pinched);
    if (begun === null) return;
    if (begun.kind === 'undecided' && Math.abs(pixel - begun.x) > DRAG_PIXELS) begun = { ...begun, kind: 'scrub' };
    if (begun.kind === 'scrub') scrub(pixel);
    if (begun.kind === 'section') drawBox(sectionTo(begun.x, pixel));
  }

  function onUp(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size < 2) pinched = null;
    const start = begun;
    begun = null;
    if (start === null) return;
    drawBox(null);
    // The browser has taken the finger to scroll the page.
    if (event.type === 'pointercancel') return;
    const pixel = pixelOf(event);
    if (Math.abs(pixel - start.x) <= DRAG_PIXELS) scrub(pixel);
    else if (start.kind === 'section') content().onView(sectionTo(start.x, pixel));
  }

  function onWheel(event: WheelEvent): void {
    // The wheel alone scrolls the page. With Ctrl, which a pinch on a touchpad sends too, it zooms.
    if (!event.ctrlKey) return;
    event.preventDefault();
    measure();
    const { view, onView } = content();
    const at = plot().placeOf(pixelOf(event));
    const scale = Math.exp(event.deltaY * WHEEL_SPEED);
    onView({ from: at - (at - view.from) * scale, to: at + (view.to - at) * scale });
  }

  const stop = new AbortController();
  const { signal } = stop;
  frame.addEventListener('pointerdown', onDown, { signal });
  frame.addEventListener('pointermove', onMove, { signal });
  frame.addEventListener('pointerup', onUp, { signal });
  frame.addEventListener('pointercancel', onUp, { signal });
  frame.addEventListener('dblclick', () => content().onView(null), { signal });
  frame.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => stop.abort();
}
