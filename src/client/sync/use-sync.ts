import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Connection } from './live-link.ts';
import type { Observable } from './observable.ts';
import type { OutboxRow } from './ports.ts';
import type { SyncClient } from './sync-client.ts';

/** Null for a viewer who is not signed in, and until the client has been loaded. */
export const SyncContext = createContext<SyncClient | null>(null);

export const useSync = (): SyncClient | null => useContext(SyncContext);

const noSubscription = () => () => undefined;

export function useObservable<Value, Otherwise>(
  observable: Observable<Value> | undefined,
  otherwise: Otherwise,
): Value | Otherwise {
  return useObservedPart<Value, Value | Otherwise>(observable, (value) => value, otherwise);
}

/**
 * Reads one part of an observable, so that a change of another part draws nothing. `read` gives the same value while the part
 * is the same.
 */
export function useObservedPart<Value, Part>(
  observable: Observable<Value> | undefined,
  read: (value: Value) => Part,
  otherwise: Part,
): Part {
  return useSyncExternalStore(
    observable?.subscribe ?? noSubscription,
    () => (observable === undefined ? otherwise : read(observable.getSnapshot())),
    // The server renders without sync, and the browser's first render has to agree with it.
    () => otherwise,
  );
}

/**
 * State of the connection alone: a component that read the whole status would be drawn with every tap, which changes the
 * number of waiting commands.
 */
export function useConnection(sync: Pick<SyncClient, 'status'> | null): Connection {
  return useObservedPart(sync?.status, ({ connection }) => connection, 'connecting');
}

/** False where recorded commands would not survive the closing of the page. */
export function useIsDurable({ status }: Pick<SyncClient, 'status'>): boolean {
  return useObservedPart(status, ({ isDurable }) => isDurable, true);
}

const NO_ROWS: readonly OutboxRow[] = [];

/** Rows that the server has refused; the list is the same object until a refusal comes or goes. */
export function useRefusedRows(sync: Pick<SyncClient, 'status'> | null): readonly OutboxRow[] {
  return useObservedPart(sync?.status, ({ needsAttention }) => needsAttention, NO_ROWS);
}
