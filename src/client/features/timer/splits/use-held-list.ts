import { useEffect, useRef, useState } from 'react';

/** A list closes up after so long without a touch. */
const CALM_MS = 2_000;

/**
 * The ids of a list under the fingers: those that have left stay in their place, and new ones come last, until nobody
 * has touched the screen for two seconds. A button must not move between the look and the tap.
 */
export function useHeldList(wanted: readonly string[]): readonly string[] {
  const [held, setHeld] = useState(wanted);
  const touchedAt = useRef(-Infinity);
  const isHere = new Set(held);
  const added = wanted.filter((id) => !isHere.has(id));
  const ids = added.length === 0 ? held : [...held, ...added];
  if (added.length > 0) setHeld(ids);
  const key = wanted.join(' ');
  const isSettled = ids.join(' ') === key;

  useEffect(() => {
    const touch = ({ timeStamp }: Event) => {
      touchedAt.current = timeStamp;
    };
    const types = ['pointerdown', 'pointerup', 'scroll'] as const;
    for (const type of types) window.addEventListener(type, touch, true);
    return () => {
      for (const type of types) window.removeEventListener(type, touch, true);
    };
  }, []);

  useEffect(() => {
    if (isSettled) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const wait = touchedAt.current + CALM_MS - performance.now();
      if (wait > 0) timer = setTimeout(look, wait);
      else setHeld(key === '' ? [] : key.split(' '));
    };
    // A row that leaves by a tap on another phone is seen as done first, too.
    timer = setTimeout(look, CALM_MS);
    return () => clearTimeout(timer);
  }, [isSettled, key]);

  return ids;
}
