import { useEffect } from 'react';

const MOMENTS = ['visibilitychange', 'pointerup'];

/**
 * Keeps the screen on. Browsers release the lock when the page is hidden: it is requested again on each return. Safari
 * gives the first one only right after a finger was lifted: it is requested with each until there is one.
 */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let held: WakeLockSentinel | null = null;
    let isOver = false;
    let isAsking = false;

    async function ask() {
      if (document.hidden || isAsking || (held !== null && !held.released)) return;
      isAsking = true;
      try {
        const lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
        else held = lock;
      } catch {
        // Low battery, or not allowed: the screen goes off, the race goes on.
        held = null;
      }
      isAsking = false;
    }

    void ask();
    for (const moment of MOMENTS) document.addEventListener(moment, ask);
    return () => {
      isOver = true;
      for (const moment of MOMENTS) document.removeEventListener(moment, ask);
      void held?.release();
    };
  }, [isWanted]);
}
