import type { EndLine } from '../../../../../domain/events/state.ts';
import type { ErrorCode } from '../../../../../protocol/errors.ts';
import type { SyncClient } from '../../../../sync/sync-client.ts';

const WORDS: Record<EndLine, string> = {
  start: 'Failed to start race. Changes may be synced later.',
  finish: 'Failed to finish race. Changes will sync when online.',
};

/** Longest wait for the server's answer, with a signal, before the tap is reported as not sent. */
const PATIENCE_MS = 70_000;

/** No answer of the server's: the line is bad, and the next try may well succeed. */
const NO_ANSWER: ReadonlySet<ErrorCode> = new Set(['unavailable', 'deadline-exceeded']);

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
  /** The server has refused these taps for good. They will not be sent again, so 'synced later' is not said of them. */
  readonly onRefused: (tapIds: readonly string[]) => void;
}

/**
 * Reports that a recorded tap could not be sent, though there is a signal: once, until everything has been sent, and not
 * with every tap. A tap that waits for a signal is safe, and the strip says so.
 */
export function createSendingTrouble({ sync, network, isOnline, tell, onRefused }: TroublePorts): SendingTrouble {
  const watched = new Map<string, { readonly line: EndLine; readonly eventId: string }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSaid = false;

  function look(): void {
    const { unsynced, failure, needsAttention } = sync.status.getSnapshot();
    const refused = needsAttention.flatMap(({ command }) => (watched.has(command.id) ? [command.id] : []));
    for (const tapId of refused) watched.delete(tapId);
    if (refused.length > 0) onRefused(refused);
    for (const [tapId, { eventId }] of watched) {
      if (!sync.event(eventId).getSnapshot().pendingIds.has(tapId)) watched.delete(tapId);
    }
    if (unsynced === 0) isSaid = false;
    if (watched.size === 0 || !isOnline()) {
      clearTimeout(timer);
      timer = undefined;
    } else if (failure !== null && !NO_ANSWER.has(failure)) say();
    else timer ??= setTimeout(say, PATIENCE_MS);
  }

  function say(): void {
    const [first] = watched.values();
    clearTimeout(timer);
    timer = undefined;
    if (isSaid || first === undefined || !isOnline()) return;
    isSaid = true;
    tell(WORDS[first.line]);
  }

  const stopListening = sync.status.subscribe(look);
  network.addEventListener('online', look);
  network.addEventListener('offline', look);
  return {
    watch(line, tapId, eventId) {
      watched.set(tapId, { line, eventId });
      look();
    },
    stop() {
      stopListening();
      network.removeEventListener('online', look);
      network.removeEventListener('offline', look);
      clearTimeout(timer);
    },
  };
}
