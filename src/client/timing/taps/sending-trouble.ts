import type { Line } from '../../../domain/model/lines.ts';
import type { SyncClient } from '../../sync/sync-client.ts';

const START = 'Failed to start race. Changes may be synced later.';
const FINISH = 'Failed to finish race. Changes will sync when online.';
const OTHER = 'This phone hasn’t sent your times yet. It keeps them and sends them later.';

/** Longest wait for the server's answer, with a signal, before the tap is reported as not sent. */
const PATIENCE_MS = 70_000;

interface RecordedTap {
  readonly tapId: string;
  readonly eventId: string;
  readonly line: Line;
  /** Null for a time without a racer. */
  readonly racerId: string | null;
}

export interface SendingTrouble {
  /** Watches a tap that is recorded and on its way. */
  watch(tap: RecordedTap): void;
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
  readonly tap: RecordedTap;
  /** The tap has had its one toast; it is watched on, for a refusal. */
  isSaid: boolean;
  patience: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Reports how the sending of recorded taps goes (HD7). A racer's finish is reported once, as finished or as failed. Starts,
 * times at a point and times without a racer that could not be sent, though there is a signal, are reported once until
 * everything has been sent. A tap that waits for a signal is safe, and the screen says so.
 */
export function createSendingTrouble(ports: TroublePorts): SendingTrouble {
  const { sync, network, isOnline, tell, onFinished, onRefused } = ports;
  const watched = new Map<string, Watched>();
  const saidOnce = new Set<string>();

  function forget(tapId: string): void {
    clearTimeout(watched.get(tapId)?.patience);
    watched.delete(tapId);
  }

  function look(): void {
    const { unsynced, failure, needsAttention } = sync.status.getSnapshot();
    const refused = needsAttention.flatMap(({ command }) => (watched.has(command.id) ? [command.id] : []));
    refused.forEach(forget);
    if (refused.length > 0) onRefused(refused);
    if (unsynced === 0) saidOnce.clear();
    for (const [tapId, each] of watched) {
      const isPending = sync.event(each.tap.eventId).getSnapshot().pendingIds.has(tapId);
      if (!isPending) forget(tapId);
      if (each.isSaid) continue;
      if (!isPending) sayFinished(each);
      else if (!isOnline()) {
        clearTimeout(each.patience);
        each.patience = undefined;
        sayFinished(each);
      } else if (failure === 'answered') sayFailed(each);
      else each.patience ??= setTimeout(() => sayFailed(each), PATIENCE_MS);
    }
  }

  function sayFinished(each: Watched): void {
    if (!isFinish(each.tap)) return;
    each.isSaid = true;
    onFinished(each.tap.tapId);
  }

  function sayFailed(each: Watched): void {
    clearTimeout(each.patience);
    each.isSaid = true;
    const { tap } = each;
    const words = isFinish(tap) ? FINISH : tap.line === 'start' && tap.racerId !== null ? START : OTHER;
    if (saidOnce.has(words)) return;
    // A tap that was taken back meanwhile is not missed by anybody.
    if (sync.event(tap.eventId).getSnapshot().event?.taps[tap.tapId]?.undone) return;
    if (words !== FINISH) saidOnce.add(words);
    tell(words);
  }

  const stopListening = sync.status.subscribe(look);
  network.addEventListener('online', look);
  network.addEventListener('offline', look);
  return {
    watch(tap) {
      watched.set(tap.tapId, { tap, isSaid: false, patience: undefined });
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

const isFinish = ({ line, racerId }: RecordedTap): boolean => line === 'finish' && racerId !== null;
