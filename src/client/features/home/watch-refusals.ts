import type { ErrorCode } from '../../../protocol/errors.ts';
import type { Observable } from '../../sync/observable.ts';
import type { SyncStatus } from '../../sync/sync-status.ts';

export type OnRefused = (code: ErrorCode) => void;

export interface RefusalWatch {
  /** For a recorded command. `onRefused` is called at most once, and never when the server accepts it. */
  watch: (commandId: string, onRefused: OnRefused) => void;
  stop: () => void;
}

/** Recording succeeds long before the server answers; this is how a screen learns of a refusal. */
export function watchRefusals(status: Observable<Pick<SyncStatus, 'needsAttention' | 'unsynced'>>): RefusalWatch {
  const watched = new Map<string, OnRefused>();

  function look(): void {
    const { needsAttention, unsynced } = status.getSnapshot();
    for (const { command, code } of needsAttention) {
      const onRefused = watched.get(command.id);
      if (onRefused === undefined) continue;
      watched.delete(command.id);
      onRefused(code ?? 'internal');
    }
    // A command that is neither waiting nor refused was accepted.
    if (unsynced === 0) watched.clear();
  }

  const unsubscribe = status.subscribe(look);
  return {
    watch(commandId, onRefused) {
      watched.set(commandId, onRefused);
      look();
    },
    stop() {
      unsubscribe();
      watched.clear();
    },
  };
}
