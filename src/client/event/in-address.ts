import { useCallback, useSyncExternalStore } from 'react';

/** Parameter for the post at which the phone that opens the event will stand. Empty: its user is asked. */
export const POST = 'post';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** A parameter of the address, so that a reload keeps what the page shows beside its event. Null where it is absent. */
export function useInAddress(parameter: string): string | null {
  const read = () => new URL(location.href).searchParams.get(parameter);
  return useSyncExternalStore(subscribe, read, () => null);
}

/** Null takes a parameter out. */
export function changeAddress(
  changes: Readonly<Record<string, string | null>>,
  how: 'pushState' | 'replaceState',
): void {
  const address = new URL(location.href);
  for (const [parameter, value] of Object.entries(changes)) {
    if (value === null) address.searchParams.delete(parameter);
    else address.searchParams.set(parameter, value);
  }
  // The router's own entry stays as it is: it finds its place in the history by the state.
  history[how](history.state, '', address);
  for (const listener of listeners) listener();
}

export interface ShownView {
  /** Null for the board. */
  readonly id: string | null;
  readonly open: (id: string) => void;
  /** Opens another section of the same page without a step in the browser's history: Back still leads to the board. */
  readonly replace: (id: string) => void;
  readonly close: () => void;
}

/** The view in the address: the browser's Back leads from a view to the board, and a reload keeps the view. */
export function useView(): ShownView {
  const id = useInAddress('view');
  const open = useCallback((view: string) => changeAddress({ view }, 'pushState'), []);
  const replace = useCallback((view: string) => changeAddress({ view }, 'replaceState'), []);
  const close = useCallback(() => changeAddress({ view: null }, 'replaceState'), []);
  return { id, open, replace, close };
}
