import { useState } from 'react';
import { useConnection, useSync } from '../sync/use-sync.ts';

/** For signed-in viewers: true once the page is live, or cannot be. Code loaded ahead of need comes after it. */
export function useSettled(): boolean {
  const connection = useConnection(useSync());
  const [isSettled, setIsSettled] = useState(false);
  if (!isSettled && connection !== 'connecting') setIsSettled(true);
  return isSettled;
}
