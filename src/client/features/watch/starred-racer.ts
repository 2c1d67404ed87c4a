/** The racer whom this device follows, for each event. Without an account there is nowhere else to keep it. */
const KEY = 'pushoff.starred';
/** Events whose racer is kept: a list that only grows would fill the device's storage over the years. */
const MOST_EVENTS = 50;

type Starred = readonly (readonly [eventId: string, racerId: string])[];

function readAll(storage: Pick<Storage, 'getItem'>): Starred {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPair) : [];
  } catch {
    return [];
  }
}

const isPair = (value: unknown): value is Starred[number] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

export function readStarred(eventId: string, storage: Pick<Storage, 'getItem'> = localStorage): string | null {
  return readAll(storage).find(([id]) => id === eventId)?.[1] ?? null;
}

/** `racerId` null: nobody of this event is followed any more. A device that stores nothing follows until the page is left. */
export function keepStarred(
  eventId: string,
  racerId: string | null,
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): void {
  const others = readAll(storage).filter(([id]) => id !== eventId);
  const next: Starred = racerId === null ? others : [[eventId, racerId], ...others];
  try {
    storage.setItem(KEY, JSON.stringify(next.slice(0, MOST_EVENTS)));
  } catch {
    return;
  }
}
