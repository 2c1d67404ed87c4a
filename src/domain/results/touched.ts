import type { Change } from '../events/changes.ts';
import type { EventState } from '../events/state.ts';

/** The racers whose results may be others than before. */
export type Touched = ReadonlySet<string> | 'all';

/** `before`: the event that the changes are made to, as it was before the first of them. */
export function touchedBy(before: EventState | null, changes: readonly Change[]): Touched {
  const touched = new Set<string>();
  const owners = new Map<string, string | null>();
  const ownerOf = (tapId: string) => owners.get(tapId) ?? before?.taps[tapId]?.racerId ?? null;
  const touch = (racerId: string | null) => racerId !== null && touched.add(racerId);
  for (const change of changes) {
    switch (change.type) {
      case 'entries-added':
        for (const { racerId } of change.racers) touch(racerId);
        break;
      case 'entry-removed':
      case 'entry-restored':
        touch(change.racerId);
        break;
      case 'tap-recorded':
        owners.set(change.tapId, change.racerId);
        touch(change.racerId);
        break;
      case 'tap-undone':
      case 'tap-restored':
      case 'tap-corrected':
      case 'tap-chosen':
        touch(ownerOf(change.tapId));
        break;
      case 'tap-assigned':
        touch(ownerOf(change.tapId));
        owners.set(change.tapId, change.racerId);
        touch(change.racerId);
        break;
      default:
        break;
    }
  }
  return touched;
}

export function joinTouched(one: Touched, other: Touched): Touched {
  return one === 'all' || other === 'all' ? 'all' : new Set([...one, ...other]);
}

/**
 * The same for an event that has the changes already. From whom a tap was taken by being given to another racer cannot be
 * told any more: that may have been any of them.
 */
export function touchedSince(after: EventState, changes: readonly Change[]): Touched {
  return changes.some(({ type }) => type === 'tap-assigned') ? 'all' : touchedBy(after, changes);
}
