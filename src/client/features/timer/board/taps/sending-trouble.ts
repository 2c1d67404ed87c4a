import type { EndLine } from '../../../../../domain/events/state.ts';
import type { SyncClient } from '../../../../sync/sync-client.ts';
import { showToast } from '../../../../ui/toast.tsx';

const WORDS: Record<EndLine, string> = {
  start: 'Failed to start race. Changes may be synced later.',
  finish: 'Failed to finish race. Changes will sync when online.',
};

/** Longest wait for the server's answer before the tap is reported as not sent. */
const PATIENCE_MS = 5_000;

export interface SendingTrouble {
  /** Watches a tap that is recorded and on its way. */
  watch(line: EndLine, tapId: string, eventId: string): void;
  stop(): void;
}

/** Reports that a recorded tap could not be sent: once, until everything has been sent, and not with every tap. */
export function createSendingTrouble(sync: Pick<SyncClient, 'status' | 'event'>): SendingTrouble {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let isSaid = false;

  const stopListening = sync.status.subscribe(() => {
    if (sync.status.getSnapshot().unsynced === 0) isSaid = false;
  });

  function say(line: EndLine, tapId: string, eventId: string): void {
    if (isSaid || !sync.event(eventId).getSnapshot().pendingIds.has(tapId)) return;
    isSaid = true;
    // Not in red: the tap is safe on this device.
    showToast(WORDS[line]);
  }

  return {
    watch(line, tapId, eventId) {
      if (!navigator.onLine) return say(line, tapId, eventId);
      const timer = setTimeout(() => {
        timers.delete(timer);
        say(line, tapId, eventId);
      }, PATIENCE_MS);
      timers.add(timer);
    },
    stop() {
      stopListening();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
