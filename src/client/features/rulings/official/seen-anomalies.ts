import { useState } from 'react';

/** Odd facts that the owner has looked at and found right, for each event, on this device. */
const KEY = 'pushoff.seen-odd';
/** Lists that only grow would fill the device's storage over the years. */
const MOST_EVENTS = 20;
const MOST_SEEN = 500;

type Seen = readonly (readonly [eventId: string, ids: readonly string[]])[];

function readAll(): Seen {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPair) : [];
  } catch {
    return [];
  }
}

const isPair = (value: unknown): value is Seen[number] =>
  Array.isArray(value) && typeof value[0] === 'string' && Array.isArray(value[1]);

function keep(eventId: string, ids: readonly string[]): void {
  const others = readAll().filter(([id]) => id !== eventId);
  try {
    localStorage.setItem(KEY, JSON.stringify([[eventId, ids.slice(-MOST_SEEN)], ...others].slice(0, MOST_EVENTS)));
  } catch {
    // A device that stores nothing remembers until the page is left.
  }
}

export interface SeenAnomalies {
  readonly has: (id: string) => boolean;
  readonly set: (id: string, isSeen: boolean) => void;
}

export function useSeenAnomalies(eventId: string): SeenAnomalies {
  const [ids, setIds] = useState(() => readAll().find(([id]) => id === eventId)?.[1] ?? []);
  return {
    has: (id) => ids.includes(id),
    set(id, isSeen) {
      const others = ids.filter((each) => each !== id);
      const next = isSeen ? [...others, id] : others;
      setIds(next);
      keep(eventId, next);
    },
  };
}
