import { type PointerEvent, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { CALM_MS } from './use-still-rows.ts';
import type { Take } from './use-take.ts';

export interface Surface {
  /** Shows one more time, in this very frame. */
  readonly count: () => void;
}

export interface TapSurfaceProps {
  readonly take: Take;
  readonly surface: RefObject<Surface | null>;
  /** The line whose times are taken: at the wrong one every tap would be a wrong time. */
  readonly name: string;
  /** Times of this phone at this line, as far as they are stored. */
  readonly taken: number;
  /** In a row, where a picture stands above it. */
  readonly isLow?: boolean;
}

const HIGH = 'flex-1 basis-1/2 flex-col items-center justify-center gap-1';
const LOW = 'h-full flex-row items-center justify-center gap-2 px-3 [&>span:last-child]:hidden';

/**
 * Takes every touch: several fingers, as fast as they come. Its count and colour are written outside React, so that no
 * touch waits for a list to be drawn.
 */
export function TapSurface({ take, surface, name, taken, isLow = false }: TapSurfaceProps) {
  const button = useRef<HTMLButtonElement>(null);
  const digits = useRef<HTMLSpanElement>(null);
  const shown = useRef(taken);
  const lastTouch = useRef(-CALM_MS);

  useLayoutEffect(() => {
    digits.current!.textContent = String(shown.current);
  }, []);
  // Times that were moved or thrown away are counted anew in a pause: before, a touch may not be stored yet.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      const left = lastTouch.current + CALM_MS - performance.now();
      if (left > 0) {
        timer = setTimeout(settle, left);
        return;
      }
      shown.current = taken;
      digits.current!.textContent = String(taken);
    };
    settle();
    return () => clearTimeout(timer);
  }, [taken]);
  useImperativeHandle(surface, () => ({
    count() {
      lastTouch.current = performance.now();
      shown.current += 1;
      digits.current!.textContent = String(shown.current);
      button.current!.dataset['beat'] = shown.current % 2 === 0 ? 'even' : 'odd';
    },
  }));

  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    event.currentTarget.dataset['pressed'] = '';
    take(event.timeStamp, 'surface');
  }
  const release = (event: PointerEvent<HTMLButtonElement>) => delete event.currentTarget.dataset['pressed'];

  return (
    <button
      ref={button}
      type="button"
      data-surface
      onPointerDown={onPointerDown}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onClick={(event) => {
        // Without a pointer: from a key or assistive technology. The click after a touch is the same touch.
        if (event.detail === 0) take(event.timeStamp, 'key');
      }}
      onContextMenu={(event) => event.preventDefault()}
      className={`@container flex min-h-0 w-full min-w-0 touch-none select-none ${isLow ? LOW : HIGH} border-t-8 border-transparent bg-accent pb-[env(safe-area-inset-bottom)] text-on-accent -outline-offset-8 outline-on-accent data-pressed:bg-ink data-pressed:text-paper data-[beat=odd]:border-ink`}
    >
      <span
        dir="auto"
        className="heading line-clamp-2 min-w-0 max-w-full shrink-0 px-4 text-[min(2rem,10cqw)] leading-[1.15] wrap-anywhere [@media(height<30rem)]:line-clamp-1"
      >
        {name}
      </span>
      <span className="text-16 font-[550]">Tap as they cross</span>
      {/* The count changes under the finger: in Firefox a touch on digits that are replaced is never lifted. */}
      <span ref={digits} className="pointer-events-none digits text-[min(4.75rem,18svh)] leading-none font-[820]" />
      <span className="text-16 font-[550]">taken on this phone</span>
    </button>
  );
}
