import { useSyncExternalStore } from 'react';
import { counted } from '../../domain/language.ts';
import type { OpenEvent } from '../event/event-context.ts';
import { useIsDurable } from '../sync/use-sync.ts';

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

/** Words of a timing screen about taps that wait on this device; null where there is nothing to say. */
export function useNoSignal(open: OpenEvent, describe: (taps: number) => string = describeNoSignal): string | null {
  const isDurable = useIsDurable(open.sync);
  const hasSignal = useHasSignal();
  if (!isDurable) return 'This device cannot keep taps. Leave this page open until it has sent them.';
  if (open.shown.problem === 'event-not-found') return 'No access any more. Taps stay on this phone.';
  return hasSignal ? null : describe(countWaitingTaps(open));
}

/** The words in short, for beside the last step. */
export function describeNoSignalShortly(taps: number): string {
  return taps === 0 ? 'No signal' : `No signal, ${counted(taps, 'tap', 'taps')} saved`;
}
