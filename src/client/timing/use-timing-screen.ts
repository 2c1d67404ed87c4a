import { type RefObject, useEffect } from 'react';
import { watchPlaces } from './taps/button-places.ts';
import { watchFingers } from './taps/fingers.ts';
import { useKeptStorage } from './use-kept-storage.ts';
import { useWakeLock } from './use-wake-lock.ts';

export interface TimingNow {
  /** Somebody is to be timed soon: the screen stays on. */
  readonly isAwake: boolean;
  /** Times of this race may wait on this device. */
  readonly isTimed: boolean;
}

/** Parts that every timing screen has. `page` holds the timing buttons; it is there for as long as the screen. */
export function useTimingScreen(page: RefObject<Element | null>, { isAwake, isTimed }: TimingNow): void {
  useWakeLock(isAwake);
  useKeptStorage(isTimed);
  useEffect(watchFingers, []);
  useEffect(() => watchPlaces(page.current!), [page]);
}
