import type { Change } from '../../../../domain/events/changes.ts';
import type { EventHistory } from '../../../../protocol/event-reads.ts';

/** The newest first, without a gap. */
export interface LoadedHistory {
  readonly changes: readonly Change[];
  readonly hasMore: boolean;
}

/** A new page that does not reach what is known takes its place: a list with a hole in it would hide what happened. */
export function joinPages(known: LoadedHistory | null, page: EventHistory, which: 'newest' | 'older'): LoadedHistory {
  if (known === null || known.changes.length === 0) return page;
  if (which === 'older') return { changes: join(known.changes, page.changes), hasMore: page.hasMore };
  const lowest = page.changes.at(-1)?.seq ?? 0;
  const reaches = lowest <= (known.changes[0]?.seq ?? 0) + 1;
  return reaches ? { changes: join(page.changes, known.changes), hasMore: known.hasMore } : page;
}

function join(newer: readonly Change[], older: readonly Change[]): readonly Change[] {
  const lowest = newer.at(-1)?.seq ?? Infinity;
  return [...newer, ...older.filter(({ seq }) => seq < lowest)];
}
