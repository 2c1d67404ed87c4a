import { viewEvent } from '../../src/domain/access/views.ts';
import type { EventState } from '../../src/domain/events/state.ts';

/**
 * Everything that a viewer's page shows is made of. Pages may differ in taps that are in no result, and in the numbers
 * of changes that told them of a tap.
 */
export function shownToViewers(event: EventState): object {
  const { needs: _needs, taps, ...seen } = viewEvent(event, 'viewer');
  const shown = Object.values(taps).map(({ seq: _seq, assignedSeq, ...tap }) => {
    const isOfEntry = assignedSeq > (event.entries[tap.racerId!]?.addedSeq ?? 0);
    return [tap.id, { ...tap, isOfEntry }] as const;
  });
  return { ...seen, taps: Object.fromEntries(shown) };
}
