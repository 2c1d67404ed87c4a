import type { SyncClient } from '../../sync/sync-client.ts';
import { showToast } from '../../ui/toast.tsx';
import {
  describeRefused,
  isAnyLine,
  listRefusedTaps,
  type PlaceReading,
  type RefusedTap,
  type RefusedWords,
} from './refused-taps.ts';

/** Says once that these taps do not count. */
export function sayRefusals(sync: SyncClient, eventId: string, tapIds: readonly string[]): void {
  const { event } = sync.event(eventId).getSnapshot();
  const rows = sync.status.getSnapshot().needsAttention.filter(({ command }) => tapIds.includes(command.id));
  const words = event && describeRefusals(listRefusedTaps(rows, event, isAnyLine), event, sync.clock.place);
  if (words !== null) showToast(words, { tone: 'bad' });
}

/**
 * Sentence about refused taps for timekeepers who do not look at the row just now. Null where later taps have settled all of
 * them.
 */
export function describeRefusals(taps: readonly RefusedTap[], event: RefusedWords, place: PlaceReading): string | null {
  const [first] = taps;
  if (first === undefined) return null;
  if (taps.length > 1) return `${taps.length} taps refused. They don’t count.`;
  return `${describeRefused(first, event, place)}. The tap doesn’t count.`;
}
