/**
 * The stack of open modal dialogs. While one is open the browser makes everything outside it inert: it can be neither
 * pressed nor heard by a screen reader. So toasts, menus and tooltips are rendered inside the topmost modal, or in the
 * body when there is none.
 */
import { useSyncExternalStore } from 'react';

let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

export function enterModal(element: HTMLElement): () => void {
  change([...open, element]);
  return () => change(open.filter((other) => other !== element));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTopModal(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => open.at(-1) ?? null,
    () => null,
  );
}
