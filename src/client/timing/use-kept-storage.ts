import { useEffect } from 'react';
import { isKeepingAQuestion, isStorageKept, keepStorage } from '../sync/kept-storage.ts';
import { dismissToast, showToast } from '../ui/toast.tsx';
import { createRememberedSwitch } from '../event/remembered-switch.ts';

const TOAST = 'storage.keep';
const READ_MS = 12_000;
const wasAsked = createRememberedSwitch('pushoff.storage-asked');

/**
 * Has the browser keep what waits on this device, once a race is timed here: earlier there is nothing to lose. Firefox
 * asks the timekeeper, who is told first what the question is about, once on a device.
 */
export function useKeptStorage(isTimed: boolean): void {
  useEffect(() => {
    if (!isTimed) return;
    let isOver = false;
    void (async () => {
      if ((await isStorageKept()) || isOver) return;
      if (!isKeepingAQuestion()) void keepStorage();
      else if (!wasAsked.getSnapshot()) ask();
    })();
    return () => {
      isOver = true;
      dismissToast(TOAST);
    };
  }, [isTimed]);
}

/** Passes by itself: on the board a toast covers the header, and 'Check this phone' asks again. */
function ask(): void {
  wasAsked.set(true);
  showToast('If this phone fills up, Firefox can keep your taps.', {
    id: TOAST,
    duration: READ_MS,
    action: { label: 'Keep them', onClick: () => void keepStorage() },
  });
}
