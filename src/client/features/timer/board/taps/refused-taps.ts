import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type EventState, slotOf } from '../../../../../domain/events/state.ts';
import type { ErrorCode } from '../../../../../protocol/errors.ts';
import type { OutboxRow } from '../../../../sync/ports.ts';
import type { SyncClient } from '../../../../sync/sync-client.ts';

export interface RefusedTap {
  readonly tapId: string;
  readonly racerId: string;
  readonly line: 'start' | 'finish';
  readonly code: ErrorCode;
}

/** Refused taps at the end lines of an event, of racers who have no such time yet: a second tap settles the first. */
export function listRefusedTaps(rows: readonly OutboxRow[], eventId: string, counting: EventState['counting']) {
  return rows.flatMap(({ command, code }): RefusedTap[] => {
    if (command.type !== 'tap.record' || command.eventId !== eventId || command.racerId === null) return [];
    const { id: tapId, racerId, line, run } = command;
    if ((line !== 'start' && line !== 'finish') || slotOf(racerId, line, run) in counting) return [];
    return [{ tapId, racerId, line, code: code ?? 'internal' }];
  });
}

const NONE = '[]';

/** The same list until a refusal comes or goes: the board is drawn anew for no other reason. */
export function useRefusedTaps(sync: SyncClient | null, { id, counting }: EventState): readonly RefusedTap[] {
  const subscribe = useCallback((listener: () => void) => sync?.status.subscribe(listener) ?? (() => {}), [sync]);
  const text = useSyncExternalStore(
    subscribe,
    () => {
      const rows = sync?.status.getSnapshot().needsAttention ?? [];
      return rows.length === 0 ? NONE : JSON.stringify(listRefusedTaps(rows, id, counting));
    },
    () => NONE,
  );
  return useMemo(() => JSON.parse(text) as readonly RefusedTap[], [text]);
}
