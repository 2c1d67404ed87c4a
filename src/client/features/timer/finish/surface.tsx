import { type PointerEvent, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { Take } from './use-take.ts';

export interface Surface {
  /** Shows one more time, in this very frame. */
  readonly count: () => void;
}

export interface TapSurfaceProps {
  readonly take: Take;
  readonly surface: RefObject<Surface | null>;
  /** Times that this phone had taken at this line before. */
  readonly before: number;
}

/**
 * Takes every touch: several fingers, as fast as they come. Its count and colour are written outside React, so that no
 * touch waits for a list to be drawn.
 */
export function TapSurface({ take, surface, before }: TapSurfaceProps) {
  const button = useRef<HTMLButtonElement>(null);
  const digits = useRef<HTMLSpanElement>(null);
  const shown = useRef(before);

  useLayoutEffect(() => {
    digits.current!.textContent = String(shown.current);
  }, []);
  useImperativeHandle(surface, () => ({
    count() {
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
      className="flex min-h-0 w-full min-w-0 flex-1 basis-1/2 touch-none select-none flex-col items-center justify-center gap-1 border-t-8 border-transparent bg-accent pb-[env(safe-area-inset-bottom)] text-on-accent -outline-offset-8 outline-on-accent data-pressed:bg-ink data-pressed:text-paper data-[beat=odd]:border-ink"
    >
      <span className="heading text-24">Tap as they cross</span>
      {/* The count changes under the finger: in Firefox a touch on digits that are replaced is never lifted. */}
      <span ref={digits} className="pointer-events-none digits text-[min(4.75rem,18svh)] leading-none font-[820]" />
      <span className="text-16 font-[550]">taken on this phone</span>
    </button>
  );
}
