import { useState } from 'react';
import { useConnection, useSync } from '../sync/use-sync.ts';

/** True for signed-in viewers once the page is live, or cannot be. Code that is loaded ahead of need waits for it. */
export function useSettled(): boolean {
  const connection = useConnection(useSync());
  const [isSettled, setIsSettled] = useState(false);
  if (!isSettled && connection !== 'connecting') setIsSettled(true);
  return isSettled;
}
