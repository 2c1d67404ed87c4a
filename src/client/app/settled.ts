import { useState } from 'react';
import { useObservable, useSync } from '../sync/use-sync.ts';

/** For whoever is signed in: true once the page is live, or cannot be. What is loaded ahead of need comes after it. */
export function useSettled(): boolean {
  const connection = useObservable(useSync()?.status, null)?.connection ?? 'connecting';
  const [isSettled, setIsSettled] = useState(false);
  if (!isSettled && connection !== 'connecting') setIsSettled(true);
  return isSettled;
}
