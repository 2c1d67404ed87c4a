/**
 * The cursor of the whole screen, in seconds of the run. It is outside React's state: it moves with every frame of a
 * video, and nothing is rendered for that.
 */
export interface Cursor {
  get(this: void): number;
  /** `by` names the part that moves it, so that a part does not follow itself. */
  set(this: void, time: number, by: string): void;
  subscribe(this: void, listener: (time: number, by: string) => void): () => void;
}

export function createCursor(start = 0): Cursor {
  const listeners = new Set<(time: number, by: string) => void>();
  let current = start;
  return {
    get: () => current,
    set(time, by) {
      if (!Number.isFinite(time) || time === current) return;
      current = time;
      for (const listener of listeners) listener(time, by);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
