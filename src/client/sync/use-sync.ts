import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';
import type { SyncClient } from './sync-client.ts';

/** Null for a viewer who is not signed in, and until the client has been loaded. */
export const SyncContext = createContext<SyncClient | null>(null);

export const useSync = (): SyncClient | null => useContext(SyncContext);

const noSubscription = () => () => undefined;

export function useObservable<Value, Otherwise>(
  observable: Observable<Value> | undefined,
  otherwise: Otherwise,
): Value | Otherwise {
  const getOtherwise = () => otherwise;
  return useSyncExternalStore<Value | Otherwise>(
    observable?.subscribe ?? noSubscription,
    observable?.getSnapshot ?? getOtherwise,
    // The server renders without sync, and the browser's first render has to agree with it.
    getOtherwise,
  );
}
