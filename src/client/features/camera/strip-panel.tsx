import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState, type WheelEvent } from 'react';
import type { FilmReader } from '../../camera/film-reader.ts';
import { useStable } from '../../ui/use-stable.ts';

/** Time runs along x. */
export interface ShownSpan {
  /** Moment at the left edge; null follows the newest frame. */
  readonly from: number | null;
  readonly msPerPixel: number;
}

export interface StripPanelProps {
  readonly film: FilmReader | null;
  readonly span: ShownSpan;
  readonly onSpan: (span: ShownSpan) => void;
  /** Where the cursor stands, on the clock of the frames. */
  readonly cursor: number | null;
  /** The time at the cursor, in words. */
  readonly said: string;
  readonly crossings: readonly { readonly at: number }[];
  /** A finger or key wants the cursor near a moment, or on a mark. */
  readonly onPoint: (moment: number, isMark: boolean) => void;
  readonly onStep: (frames: number) => void;
}

const [CLOSEST, WIDEST] = [0.5, 60];
/** Newest frames are on their way for about so long. */
const ON_THE_WAY_MS = 40;
/** A touch this near to a mark means the mark. */
const MARK_PIXELS = 14;
const MOST_RATIO = 2;

export const zoomed = (span: ShownSpan, by: number, anchor: number | null): ShownSpan => {
  const msPerPixel = Math.min(WIDEST, Math.max(CLOSEST, span.msPerPixel * by));
  if (span.from === null || anchor === null) return { ...span, msPerPixel };
  return { from: anchor - (anchor - span.from) * (msPerPixel / span.msPerPixel), msPerPixel };
};

/** The photo finish. It is drawn by the worker; fingers and keys put a cursor on it. */
export function StripPanel(props: StripPanelProps) {
  const { film, span, onSpan, cursor, said, crossings, onPoint, onStep } = props;
  const box = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, number>());
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const watching = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)));
    watching.observe(box.current!);
    return () => watching.disconnect();
  }, []);
  // A canvas is handed over once: each film gets one of its own.
  useEffect(() => {
    if (film === null) return;
    const canvas = document.createElement('canvas');
    canvas.className = 'absolute inset-0 size-full';
    canvas.ariaHidden = 'true';
    box.current!.prepend(canvas);
    film.drawOn(canvas.transferControlToOffscreen());
    return () => canvas.remove();
  }, [film]);
  useEffect(() => {
    if (film === null || width === 0) return;
    const ratio = Math.min(MOST_RATIO, devicePixelRatio);
    film.show({ from: span.from ?? undefined, msPerPixel: span.msPerPixel / ratio }, Math.round(width * ratio));
  }, [film, width, span]);

  const held = useStable((): number => span.from ?? performance.now() - ON_THE_WAY_MS - width * span.msPerPixel);

  function point(event: PointerEvent<HTMLDivElement>, mayBeMark: boolean) {
    const { left } = event.currentTarget.getBoundingClientRect();
    const from = held();
    if (span.from === null) onSpan({ ...span, from });
    const moment = from + (event.clientX - left) * span.msPerPixel;
    const mark = crossings.find(({ at }) => Math.abs(at - moment) <= MARK_PIXELS * span.msPerPixel);
    if (mayBeMark && mark !== undefined) onPoint(mark.at, true);
    else onPoint(moment, false);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    fingers.current.set(event.pointerId, event.clientX);
    const [one, other] = [...fingers.current.values()];
    if (other === undefined) return point(event, false);
    // Two fingers: what lies between them moves and grows with them.
    const still = [...fingers.current].find(([id]) => id !== event.pointerId)![1];
    const { left } = event.currentTarget.getBoundingClientRect();
    const from = held();
    const grown = Math.abs(one! - other) / Math.max(1, Math.abs(before - still));
    const middle = from + ((before + still) / 2 - left) * span.msPerPixel;
    const next = zoomed({ from, msPerPixel: span.msPerPixel }, 1 / Math.max(0.2, Math.min(5, grown)), middle);
    onSpan({ ...next, from: next.from! - ((event.clientX - before) / 2) * next.msPerPixel });
  }

  function onWheel(event: WheelEvent) {
    const { left } = box.current!.getBoundingClientRect();
    const from = held();
    if (event.ctrlKey) {
      onSpan(zoomed({ ...span, from }, Math.exp(event.deltaY / 200), from + (event.clientX - left) * span.msPerPixel));
    } else onSpan({ ...span, from: from + (event.deltaX + event.deltaY) * span.msPerPixel });
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.shiftKey ? 10 : 1;
    const { key } = event;
    if (key === 'ArrowLeft' || key === 'ArrowRight') onStep(key === 'ArrowLeft' ? -step : step);
    else if (key === '+' || key === '-') onSpan(zoomed(span, key === '+' ? 1 / 1.6 : 1.6, cursor));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const release = (event: PointerEvent<HTMLDivElement>) => fingers.current.delete(event.pointerId);
  const place = cursor === null || span.from === null ? null : (cursor - span.from) / span.msPerPixel;
  return (
    <div
      ref={box}
      role="slider"
      aria-label="Photo finish"
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={0}
      aria-valuetext={said || 'Live'}
      tabIndex={0}
      data-strip
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, event.clientX);
        if (fingers.current.size === 1) point(event, true);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
      onWheel={onWheel}
      onKeyDown={onKeyDown}
      className="relative h-full min-h-0 touch-none overflow-hidden bg-board -outline-offset-4"
    >
      {place !== null && (
        <div
          aria-hidden
          data-cursor
          className="pointer-events-none absolute inset-y-0 w-[2px] -translate-x-1/2 bg-danger shadow-[0_0_0_1px_rgb(255_255_255/0.8)]"
          style={{ left: `${place}px` }}
        />
      )}
    </div>
  );
}
