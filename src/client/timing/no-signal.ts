import { useSyncExternalStore } from 'react';
import type { OpenEvent } from '../event/event-context.ts';
import { counted } from '../../domain/language.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function useHasSignal(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** The taps of this event that are on this phone alone. */
export function countWaitingTaps({ event, shown }: Pick<OpenEvent, 'event' | 'shown'>): number {
  return [...shown.pendingIds].filter((id) => event.taps[id] !== undefined).length;
}

export function describeNoSignal(taps: number): string {
  if (taps === 0) return 'No signal. Keep timing: taps are saved on this phone.';
  return `No signal. Keep timing: ${counted(taps, 'tap', 'taps')} saved on this phone.`;
}

/** Beside the last step. */
export function describeNoSignalShortly(taps: number): string {
  return taps === 0 ? 'No signal' : `No signal, ${counted(taps, 'tap', 'taps')} saved`;
}
