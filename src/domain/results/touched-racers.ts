import { kindOf } from '../events/change-kinds.ts';
import type { Change } from '../events/changes.ts';
import type { EventState } from '../events/state.ts';

/** The racers whose results may have changed. */
export type TouchedRacers = ReadonlySet<string> | 'all';

/** `before`: the event before the first of the changes. */
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
 * `touchedBy` for an event that has the changes already. The racer who lost a tap to another racer is not known any
 * more: it may have been any of them.
 */
export function touchedSince(after: EventState, changes: readonly Change[]): TouchedRacers {
  return changes.some(({ type }) => type === 'tap-assigned') ? 'all' : touchedBy(after, changes);
}

export function joinTouched(one: TouchedRacers, other: TouchedRacers): TouchedRacers {
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);
}
