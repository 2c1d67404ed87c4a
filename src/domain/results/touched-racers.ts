import { kindOf } from '../events/change-kinds.ts';
import type { Change } from '../events/changes.ts';
import type { EventState } from '../events/state.ts';

/** The racers whose results may be others than before. */
export type TouchedRacers = ReadonlySet<string> | 'all';

/** `before`: the event that the changes are made to, as it was before the first of them. */
export function touchedBy(before: EventState | null, changes: readonly Change[]): TouchedRacers {
  const touched = new Set<string>();
  const owners = new Map<string, string | null>();
  const ownerOf = (tapId: string) => owners.get(tapId) ?? before?.taps[tapId]?.racerId ?? null;
  for (const change of changes) {
    const { standings } = kindOf(change);
    if (standings === 'everybody') return 'all';
    if (standings === 'nobody') continue;
    for (const racerId of standings.racers(change, ownerOf)) if (racerId !== null) touched.add(racerId);
    if ('tapId' in change && 'racerId' in change) owners.set(change.tapId, change.racerId);
  }
  return touched;
}

/**
 * The same for an event that has the changes already. From whom a tap was taken by being given to another racer cannot be
 * told any more: that may have been any of them.
 */
export function touchedSince(after: EventState, changes: readonly Change[]): TouchedRacers {
  return changes.some(({ type }) => type === 'tap-assigned') ? 'all' : touchedBy(after, changes);
}

export function joinTouched(one: TouchedRacers, other: TouchedRacers): TouchedRacers {
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);
}
