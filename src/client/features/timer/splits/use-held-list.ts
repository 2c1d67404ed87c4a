import { useEffect, useState } from 'react';
import { whenCalm } from '../board/hold/hands.ts';

/**
 * The ids of a list under the fingers: those that have left stay in their place, and new ones come last, until the hands
 * are calm. A button must not move between the look and the tap.
 */
export function useHeldList(wanted: readonly string[]): readonly string[] {
  const [held, setHeld] = useState(wanted);
  const isHere = new Set(held);
  const added = wanted.filter((id) => !isHere.has(id));
  const ids = added.length === 0 ? held : [...held, ...added];
  if (added.length > 0) setHeld(ids);
  const key = wanted.join(' ');
  const isSettled = ids.join(' ') === key;
  useEffect(
    () => (isSettled ? undefined : whenCalm(() => setHeld(key === '' ? [] : key.split(' ')))),
    [isSettled, key],
  );
  return ids;
}
