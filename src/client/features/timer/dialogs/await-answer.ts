import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import type { ErrorCode } from '../../../../protocol/errors.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';

/** `waiting`: recorded, and the server has not answered yet. The command will be sent again and again. */
export type Outcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: ErrorCode }
  | { readonly kind: 'waiting' };

const PATIENCE_MS = 10_000;

/** Records a command and waits for the answer. A refusal is shown here, so it does not wait in the header too. */
export async function recordAndHear(sync: SyncClient, eventId: string, body: EventCommandBody): Promise<Outcome> {
  const { command } = await sync.recordForEvent(eventId, body);
  if (!navigator.onLine) return { kind: 'waiting' };
  const outcome = await awaitAnswer(sync, eventId, command.id, PATIENCE_MS);
  if (outcome.kind === 'refused') void sync.dismiss(command.id);
  return outcome;
}

/** Recording succeeds long before the server answers; a screen that goes on meanwhile learns here of a refusal. */
export function hearRefusal(status: SyncClient['status'], commandId: string, onRefused: () => void): void {
  const look = (): void => {
    const { needsAttention, unsynced } = status.getSnapshot();
    const isRefused = needsAttention.some(({ command }) => command.id === commandId);
    // A command that is neither waiting nor refused was accepted.
    if (!isRefused && unsynced > 0) return;
    stop();
    if (isRefused) onRefused();
  };
  const stop = status.subscribe(look);
}

export function awaitAnswer(
  sync: Pick<SyncClient, 'event' | 'status'>,
  eventId: string,
  commandId: string,
  patienceMs: number,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const shown = sync.event(eventId);
    const look = (): void => {
      const row = sync.status.getSnapshot().needsAttention.find(({ command }) => command.id === commandId);
      if (row !== undefined) end({ kind: 'refused', code: row.code ?? 'internal' });
      else if (!shown.getSnapshot().pendingIds.has(commandId)) end({ kind: 'accepted' });
    };
    // A refused command stops being pending a moment before its refusal is listed.
    const lookSoon = (): void => queueMicrotask(look);
    const stops = [shown.subscribe(lookSoon), sync.status.subscribe(lookSoon)];
    const timer = setTimeout(() => end({ kind: 'waiting' }), patienceMs);
    function end(outcome: Outcome): void {
      for (const stop of stops) stop();
      clearTimeout(timer);
      resolve(outcome);
    }
    lookSoon();
  });
}
