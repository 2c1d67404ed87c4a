import type { MouseEvent } from 'react';
import { closeUp } from '../hands/close-up.ts';

/**
 * Above the names, not above the buttons: a press that misses it by a row must time nobody. With large text it reaches above
 * the buttons, and ends at its own edge. `count`: the rows that no longer say what their list says.
 */
export function CloseUpButton({ count }: { readonly count: number }) {
  function onClick({ currentTarget, detail }: MouseEvent): void {
    const list = currentTarget.closest('section') ?? document;
    closeUp('by-button');
    // The button is gone, and the keyboard's focus would be gone with it.
    if (detail === 0) requestAnimationFrame(() => focusFirst(list));
  }
  if (count === 0) return null;
  return (
    <button
      type="button"
      onClick={onClick}
      className="digits relative z-1 h-8 shrink-0 whitespace-nowrap rounded-full border border-line-strong bg-card px-3 text-14 font-[720] text-ink after:absolute after:inset-x-0 after:-top-1 after:-bottom-3 max-[22rem]:after:bottom-0 after:content-[''] hover:bg-soft"
    >
      {`Close up · ${count}`}
    </button>
  );
}

function focusFirst(list: ParentNode): void {
  const first = list.querySelector<HTMLElement>('[data-timing-button]:enabled');
  (first ?? document.querySelector<HTMLElement>('[data-timing-button]:enabled'))?.focus();
}
