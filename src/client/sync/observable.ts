/** The interface that `useSyncExternalStore` takes: the same reference until something has changed. */
export interface Observable<Value> {
  subscribe(this: void, listener: () => void): () => void;
  getSnapshot(this: void): Value;
}

export interface Observed<Value> extends Observable<Value> {
  set(value: Value): void;
}

export function createObserved<Value>(initial: Value): Observed<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
  };
}
