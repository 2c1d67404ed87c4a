import { type RefObject, useEffect } from 'react';
import { type KeyPlace, stepOf } from './board-keys.ts';

export interface BoardKeyParts {
  readonly board: RefObject<HTMLElement | null>;
  readonly onSearch: () => void;
  readonly onList: () => void;
  readonly onUndo: () => void;
}

export function useBoardKeys({ board, onSearch, onList, onUndo }: BoardKeyParts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A dialog has keys of its own, and the board behind it must not move.
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const step = stepOf(event, placeOf(event.target));
      if (step === null) return;
      event.preventDefault();
      if (step === 'undo') onUndo();
      else if (step === 'search') onSearch();
      else if (step === 'list') onList();
      else moveFocus(board.current, step === 'next' ? 1 : -1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [board, onSearch, onList, onUndo]);
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'elsewhere';
  if (target.matches('[data-timing-button]')) return 'timing-button';
  if (target.matches('input[type="search"]')) return 'search';
  // A menu finds its entries by their first letters.
  return target.isContentEditable || target.matches('input, textarea, select, [role="menu"] *, [role="menu"]')
    ? 'typing'
    : 'elsewhere';
}

function moveFocus(board: HTMLElement | null, by: 1 | -1): void {
  const buttons = [...(board?.querySelectorAll<HTMLElement>('[data-timing-button]:enabled') ?? [])];
  const index = buttons.indexOf(document.activeElement as HTMLElement);
  buttons[index === -1 ? 0 : index + by]?.focus();
}

/** Draws nothing: a part of the page that a phone need not wait for. */
export function BoardKeys(parts: BoardKeyParts): null {
  useBoardKeys(parts);
  return null;
}
