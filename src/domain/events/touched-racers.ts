import { kindOf } from './change-kinds.ts';
import type { Change } from '../model/changes.ts';
import type { EventState } from '../model/state.ts';
import type { TouchedRacers } from '../results/rows.ts';

/**
 * The racers whom one change touches; `all` where it is everybody, or where one of them is not known. `ownerOf`: the racer
 * who had a tap before the change; undefined if that is not known any more.
 */
export function racersOf(
  change: Change,
  ownerOf: (tapId: string) => string | null | undefined,
): readonly string[] | 'all' {
  const { standings } = kindOf(change);
  if (standings === 'nobody') return [];
  if (standings === 'everybody') return 'all';
  let isKnown = true;
  const racers = standings.racers(change, (tapId) => {
    const owner = ownerOf(tapId);
    if (owner === undefined) isKnown = false;
    return owner ?? null;
  });
  return isKnown ? racers.filter((racerId) => racerId !== null) : 'all';
}

/** `before`: the event before the first of the changes. */
export function touchedBy(before: EventState | null, changes: readonly Change[]): TouchedRacers {
  return gather(changes, (tapId) => before?.taps[tapId]?.racerId ?? null);
}

/**
 * `touchedBy` for an event that has the changes already. A tap that was given to another racer had an owner before, of whom
 * nothing is known unless an earlier one of the changes names that racer.
 */
export function touchedSince(after: EventState, changes: readonly Change[]): TouchedRacers {
  const isGivenAway = new Set(changes.flatMap((change) => (change.type === 'tap-assigned' ? [change.tapId] : [])));
  return gather(changes, (tapId) => (isGivenAway.has(tapId) ? undefined : (after.taps[tapId]?.racerId ?? null)));
}

/** `ownerAtFirst`: the racer who had a tap before all of the changes. */
function gather(changes: readonly Change[], ownerAtFirst: (tapId: string) => string | null | undefined): TouchedRacers {
  const touched = new Set<string>();
  const owners = new Map<string, string | null>();
  for (const change of changes) {
    const racers = racersOf(change, (tapId) => (owners.has(tapId) ? owners.get(tapId) : ownerAtFirst(tapId)));
    if (racers === 'all') return 'all';
    for (const racerId of racers) touched.add(racerId);
    if ('tapId' in change && 'racerId' in change) owners.set(change.tapId, change.racerId);
  }
  return touched;
}

export function joinTouched(one: TouchedRacers, other: TouchedRacers): TouchedRacers {
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);
}
