import { type RefObject, useLayoutEffect, useRef } from 'react';

export interface KeepFocusProps {
  readonly list: RefObject<HTMLElement | null>;
  /** Changes when rows come, go or move. */
  readonly order: string;
}

/**
 * A row that has been started or finished leaves its list, and takes the keyboard's focus with it. The row that comes into
 * its place gets the focus, so that Enter, Enter, Enter starts one after the other.
 */
export function KeepFocus({ list, order }: KeepFocusProps): null {
  const focused = useRef<number | null>(null);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const note = ({ target }: FocusEvent) => {
      const button = target as HTMLElement;
      const isByKeyboard = button.matches('[data-timing-button]:focus-visible');
      focused.current = isByKeyboard ? buttonsIn(element).indexOf(button) : null;
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = null;
    };
    element.addEventListener('focusin', note);
    element.addEventListener('focusout', forget);
    return () => {
      element.removeEventListener('focusin', note);
      element.removeEventListener('focusout', forget);
    };
  }, [list, order]);

  useLayoutEffect(() => {
    const index = focused.current;
    if (index === null || list.current === null || document.activeElement !== document.body) return;
    const buttons = buttonsIn(list.current);
    buttons[Math.min(index, buttons.length - 1)]?.focus();
  }, [list, order]);
  return null;
}

function buttonsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-timing-button]:not([data-again])')];
}
