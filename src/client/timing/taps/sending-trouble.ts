import type { EndLine } from '../../../domain/model/lines.ts';
import type { SyncClient } from '../../sync/sync-client.ts';

const WORDS: Record<EndLine, string> = {
  start: 'Failed to start race. Changes may be synced later.',
  finish: 'Failed to finish race. Changes will sync when online.',
};

/** Longest wait for the server's answer, with a signal, before the tap is reported as not sent. */
const PATIENCE_MS = 70_000;

export interface SendingTrouble {
  /** Watches a tap that is recorded and on its way. */
  watch(line: EndLine, tapId: string, eventId: string): void;
  stop(): void;
}

export interface TroublePorts {
  readonly sync: Pick<SyncClient, 'status' | 'event'>;
  readonly network: EventTarget;
  readonly isOnline: () => boolean;
  readonly tell: (message: string) => void;
  /** A finish that the server has taken, or that waits for a signal. `tell` is never called for it. */
  readonly onFinished: (tapId: string) => void;
  /** The server has refused these taps for good. They will not be sent again, so 'synced later' is not said of them. */
  readonly onRefused: (tapIds: readonly string[]) => void;
}

interface Watched {
  readonly line: EndLine;
  readonly eventId: string;
  /** The tap has had its one toast; it is watched on, for a refusal. */
  isSaid: boolean;
  patience: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Reports how the sending of recorded taps goes (HD7). A finish is reported once, as finished or as failed. Starts that
 * could not be sent, though there is a signal, are reported once until everything has been sent. A tap that waits for a
 * signal is safe, and the strip says so.
 */
export function createSendingTrouble(ports: TroublePorts): SendingTrouble {
  const { sync, network, isOnline, tell, onFinished, onRefused } = ports;
  const watched = new Map<string, Watched>();
  let isStartSaid = false;

  function forget(tapId: string): void {
    clearTimeout(watched.get(tapId)?.patience);
    watched.delete(tapId);
  }

  function look(): void {
    const { unsynced, failure, needsAttention } = sync.status.getSnapshot();
    const refused = needsAttention.flatMap(({ command }) => (watched.has(command.id) ? [command.id] : []));
    refused.forEach(forget);
    if (refused.length > 0) onRefused(refused);
    if (unsynced === 0) isStartSaid = false;
    for (const [tapId, tap] of watched) {
      const isPending = sync.event(tap.eventId).getSnapshot().pendingIds.has(tapId);
      if (!isPending) forget(tapId);
      if (tap.isSaid) continue;
      if (!isPending) sayFinished(tapId, tap);
      else if (!isOnline()) {
        clearTimeout(tap.patience);
        tap.patience = undefined;
        sayFinished(tapId, tap);
      } else if (failure === 'answered') sayFailed(tapId, tap);
      else tap.patience ??= setTimeout(() => sayFailed(tapId, tap), PATIENCE_MS);
    }
  }

  function sayFinished(tapId: string, tap: Watched): void {
    if (tap.line === 'start') return;
    tap.isSaid = true;
    onFinished(tapId);
  }

  function sayFailed(tapId: string, tap: Watched): void {
    clearTimeout(tap.patience);
    tap.isSaid = true;
    if (tap.line === 'start' && isStartSaid) return;
    // A tap that was taken back meanwhile is not missed by anybody.
    if (sync.event(tap.eventId).getSnapshot().event?.taps[tapId]?.undone) return;
    isStartSaid ||= tap.line === 'start';
    tell(WORDS[tap.line]);
  }

  const stopListening = sync.status.subscribe(look);
  network.addEventListener('online', look);
  network.addEventListener('offline', look);
  return {
    watch(line, tapId, eventId) {
      watched.set(tapId, { line, eventId, isSaid: false, patience: undefined });
      look();
    },
    stop() {
      stopListening();
      network.removeEventListener('online', look);
      network.removeEventListener('offline', look);
      watched.forEach((_, tapId) => forget(tapId));
    },
  };
}
