import { useCallback, useSyncExternalStore } from 'react';
import { createObserved, type Observed } from '../../sync/observable.ts';

const chosen = new Map<string, Observed<string | null>>();

/** The category that this device shows of an event; null: all. Where the browser stores nothing it lasts as long as the page. */
function observe(eventId: string): Observed<string | null> {
  const known = chosen.get(eventId);
  if (known !== undefined) return known;
  const made = createObserved(recall(eventId));
  // The server renders boards of all events, and keeps nothing of them.
  if (typeof document !== 'undefined') chosen.set(eventId, made);
  return made;
}

const keyOf = (eventId: string): string => `pushoff.category.${eventId}`;

function recall(eventId: string): string | null {
  try {
    return localStorage.getItem(keyOf(eventId));
  } catch {
    return null;
  }
}

function keep(eventId: string, category: string | null): void {
  observe(eventId).set(category);
  try {
    if (category === null) localStorage.removeItem(keyOf(eventId));
    else localStorage.setItem(keyOf(eventId), category);
  } catch {
    return;
  }
}

/** `categories`: those of the event now. A category that is gone shows all: an empty board would say that nobody has finished. */
export function useChosenCategory(
  eventId: string,
  categories: readonly string[],
): readonly [string | null, (category: string | null) => void] {
  const { subscribe, getSnapshot } = observe(eventId);
  const kept = useSyncExternalStore(subscribe, getSnapshot, () => null);
  const category = kept !== null && categories.includes(kept) ? kept : null;
  const choose = useCallback((next: string | null) => keep(eventId, next), [eventId]);
  return [category, choose];
}
