import { Tooltip as Primitive } from 'radix-ui';
import { type FocusEvent, type PointerEvent, type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useTopModal } from './top-modal.ts';

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={300} skipDelayDuration={200}>
      {children}
    </Primitive.Provider>
  );
}

const SCROLL_INTO_VIEW_MS = 200;

export interface TooltipProps {
  text: ReactNode;
  /** One element that takes a ref and can have focus. */
  children: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** The trigger does nothing else than show the text, so a press with mouse or keyboard shows it too. */
  opensOnPress?: boolean;
}

/** Opens on hover and focus, and on a phone by a tap on the trigger; closes on Escape or a tap elsewhere. */
export function Tooltip({ text, children, side = 'top', opensOnPress = false }: TooltipProps) {
  const modal = useTopModal();
  const [open, setOpen] = useState(false);
  const press = useRef({ pointer: '', wasOpen: false });
  const pressed = useRef(false);
  const focus = useRef<{ element: Element; at: number } | null>(null);

  function rememberPress(event: PointerEvent) {
    press.current = { pointer: event.pointerType, wasOpen: open };
  }

  function openByPress() {
    const { pointer, wasOpen } = press.current;
    press.current = { pointer: '', wasOpen: false };
    const byTouch = pointer !== '' && pointer !== 'mouse';
    if (!byTouch && !opensOnPress) return;
    setOpen(pointer === 'mouse' || !(byTouch ? wasOpen : open));
    // The primitive closes on every click; for the rest of this click it is ignored.
    pressed.current = true;
    queueMicrotask(() => (pressed.current = false));
  }

  function rememberFocus(event: FocusEvent) {
    focus.current = { element: event.currentTarget, at: performance.now() };
  }

  // The primitive closes on scroll, and tabbing to a trigger below the fold is what scrolls the page to it.
  function isScrollingIntoView(): boolean {
    if (!focus.current) return false;
    const { element, at } = focus.current;
    return performance.now() - at < SCROLL_INTO_VIEW_MS && document.activeElement === element;
  }

  function changeOpen(next: boolean) {
    if (pressed.current || (!next && isScrollingIntoView())) return;
    setOpen(next);
  }

  return (
    <Primitive.Root open={open} onOpenChange={changeOpen}>
      <Primitive.Trigger asChild onPointerDown={rememberPress} onClick={openByPress} onFocus={rememberFocus}>
        {children}
      </Primitive.Trigger>
      <Primitive.Portal container={modal}>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-[min(20rem,calc(100vw-24px))] animate-appear rounded-button border border-transparent bg-inverse px-4 py-3 text-14 text-on-inverse shadow-float select-text"
        >
          {text}
          <Primitive.Arrow className="fill-inverse" width={12} height={6} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
