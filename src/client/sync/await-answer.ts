import type { ErrorCode } from '../../protocol/errors.ts';
import type { SyncClient } from './sync-client.ts';

/** `waiting`: recorded, and the server has not answered yet. The commands will be sent again and again. */
export type Outcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: ErrorCode }
  | { readonly kind: 'waiting' };

const PATIENCE_MS = 10_000;

/** Outcome of commands, or that they wait: without a signal that is known at once. */
export async function hearAnswer(
  sync: Pick<SyncClient, 'waitingIds' | 'status'>,
  commandIds: readonly string[],
): Promise<Outcome> {
  return navigator.onLine ? awaitAnswer(sync, commandIds, PATIENCE_MS) : { kind: 'waiting' };
}

/** Recording succeeds long before the server answers. Of several commands the first refusal is the outcome. */
export function awaitAnswer(
  sync: Pick<SyncClient, 'waitingIds' | 'status'>,
  commandIds: readonly string[],
  patienceMs: number,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const asked = new Set(commandIds);
    const look = (): void => {
      const refused = sync.status.getSnapshot().needsAttention.find(({ command }) => asked.has(command.id));
      if (refused !== undefined) return end({ kind: 'refused', code: refused.code ?? 'internal' });
      const waiting = sync.waitingIds();
      if (!commandIds.some((id) => waiting.has(id))) end({ kind: 'accepted' });
    };
    const stop = sync.status.subscribe(look);
    const timer = setTimeout(() => end({ kind: 'waiting' }), patienceMs);
    function end(outcome: Outcome): void {
      stop();
      clearTimeout(timer);
      resolve(outcome);
    }
    look();
  });
}
