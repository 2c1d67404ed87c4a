import { useCallback, useSyncExternalStore } from 'react';

const PARAMETER = 'view';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

const inAddress = (): string | null => new URL(location.href).searchParams.get(PARAMETER);

export interface ShownView {
  /** Null for the board. */
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/** The view in the address: the browser's Back leads from a view to the board, and a reload keeps the view. */
export function useView(): ShownView {
  const id = useSyncExternalStore(subscribe, inAddress, () => null);
  const open = useCallback((view: string) => go(view, 'pushState'), []);
  const close = useCallback(() => go(null, 'replaceState'), []);
  return { id, open, close };
}

function go(view: string | null, how: 'pushState' | 'replaceState'): void {
  const address = new URL(location.href);
  if (view === null) address.searchParams.delete(PARAMETER);
  else address.searchParams.set(PARAMETER, view);
  // The router's own entry stays as it is: it finds its place in the history by the state.
  history[how](history.state, '', address);
  for (const listener of listeners) listener();
}
