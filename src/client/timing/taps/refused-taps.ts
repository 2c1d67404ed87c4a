import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { type EventState, slotOf } from '../../../domain/model/state.ts';
import type { ErrorCode } from '../../../protocol/errors.ts';
import type { OutboxRow } from '../../sync/ports.ts';
import type { SyncClient } from '../../sync/sync-client.ts';

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
    if (line !== 'start' && line !== 'finish') return [];
    // The refused tap itself may still be shown for a moment.
    if ((counting[slotOf(racerId, line, run)] ?? tapId) !== tapId) return [];
    return [{ tapId, racerId, line, code: code ?? 'internal' }];
  });
}

export const REFUSED_WORDS: Readonly<Record<RefusedTap['line'], string>> = {
  start: 'Start refused',
  finish: 'Finish refused',
};

/** For timekeepers who do not look at the row just now. Null where later taps have settled all of them. */
export function describeRefusals(taps: readonly RefusedTap[], { entries }: EventState): string | null {
  const [first] = taps;
  if (first === undefined) return null;
  if (taps.length > 1) return `${taps.length} taps refused. They do not count.`;
  return `${entries[first.racerId]?.name ?? 'A racer'}: ${REFUSED_WORDS[first.line]}. The tap does not count.`;
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
