import type { Line } from '../../../domain/model/lines.ts';
import { type EventState, slotOf } from '../../../domain/model/state.ts';
import type { Reading } from '../../../domain/timing/clock.ts';
import type { ErrorCode } from '../../../protocol/errors.ts';
import type { OutboxRow } from '../../sync/ports.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { useRefusedRows } from '../../sync/use-sync.ts';
import { useSame } from '../../ui/same.ts';
import { formatTapTime } from '../../event/racer-words.ts';

export interface RefusedTap {
  readonly tapId: string;
  /** Null for a time without a racer. */
  readonly racerId: string | null;
  readonly line: Line;
  /** The moment is kept nowhere else. */
  readonly captured: Reading;
  readonly code: ErrorCode;
}

export const isAnyLine = (_line: Line): boolean => true;

/**
 * Refused taps at the lines of a screen, the oldest first. A racer's tap is left out once the racer has that time: a second
 * tap settles the first. A time without a racer stays until it is dismissed.
 */
export function listRefusedTaps(
  rows: readonly OutboxRow[],
  { id, counting }: Pick<EventState, 'id' | 'counting'>,
  isHere: (line: Line) => boolean,
): RefusedTap[] {
  return rows.flatMap(({ command, code }): RefusedTap[] => {
    if (command.type !== 'tap.record' || command.eventId !== id || !isHere(command.line)) return [];
    const { id: tapId, racerId, line, run, captured } = command;
    // The refused tap itself may still be shown for a moment.
    if (racerId !== null && (counting[slotOf(racerId, line, run)] ?? tapId) !== tapId) return [];
    return [{ tapId, racerId, line, captured, code: code ?? 'internal' }];
  });
}

export function refusedWords(line: Line): string {
  if (line === 'start') return 'Start refused';
  return line === 'finish' ? 'Finish refused' : 'Time refused';
}

export type PlaceReading = SyncClient['clock']['place'];
export type RefusedWords = Pick<EventState, 'entries' | 'timeZone'>;

export const refusedTime = (
  { captured }: RefusedTap,
  { timeZone }: Pick<EventState, 'timeZone'>,
  place: PlaceReading,
): string => formatTapTime(place(captured).at, timeZone);

/** 'Ada: Start refused', or '14:02:33.41: Finish refused' where nobody has the time. */
export function describeRefused(tap: RefusedTap, event: RefusedWords, place: PlaceReading): string {
  const name = tap.racerId === null ? refusedTime(tap, event, place) : event.entries[tap.racerId]?.name;
  return `${name ?? 'A racer'}: ${refusedWords(tap.line)}`;
}

/**
 * Refused taps; the list is the same object until a refusal comes or goes, so that a screen is drawn anew for no other reason.
 */
export function useRefusedTaps(
  sync: SyncClient | null,
  event: EventState,
  isHere: (line: Line) => boolean,
): readonly RefusedTap[] {
  return useSame(listRefusedTaps(useRefusedRows(sync), event, isHere));
}
