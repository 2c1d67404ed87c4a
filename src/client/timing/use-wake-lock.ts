import { useEffect } from 'react';

/**
 * Keeps the screen on. Browsers release the lock when the page is hidden: it is requested again on each return. Safari
 * gives the first one only right after a finger was lifted: it is requested with each until there is one.
 */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let held: WakeLockSentinel | undefined;
    const end = new AbortController();
    const { signal } = end;

    async function ask() {
      if (held?.released === false) return;
      try {
        const lock = await navigator.wakeLock.request('screen');
        void held?.release();
        held = lock;
        if (signal.aborted) void lock.release();
      } catch {
        // Hidden, low battery, or not allowed: the screen goes off, the race goes on.
      }
    }

    void ask();
    document.addEventListener('visibilitychange', ask, { signal });
    document.addEventListener('pointerup', ask, { signal });
    return () => {
      end.abort();
      void held?.release();
    };
  }, [isWanted]);
}
