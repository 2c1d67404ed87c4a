import { applyAll, extend } from '../../domain/events/apply.ts';
import { touches } from '../../domain/events/change-kinds.ts';
import type { Change, ChangeBody } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import { touchedBy } from '../../domain/events/touched-racers.ts';
import { keepCount } from '../../domain/board/counts.ts';
import type { TouchedRacers } from '../../domain/results/rows.ts';
import { createGuestKey } from '../access/guest-keys.ts';
import { storeResults } from './store-results.ts';
import type { Unwritten, Workspace } from './workspace.ts';

/** Another node does the same thing at the same moment. The next try sees its outcome. */
export class Collision extends Error {
  override readonly name = 'Collision';
}

/** Changes are numbered after the last one of the event, whose row this transaction has locked. */
export async function storeChanges(
  work: Workspace,
  before: EventState | null,
  bodies: readonly ChangeBody[],
  origin: Pick<Change, 'eventId' | 'commandId' | 'by'>,
): Promise<readonly Change[]> {
  const { tx, now } = work;
  if (bodies.length === 0) return [];
  const firstSeq = (before?.seq ?? 0) + 1;
  const changes = bodies.map((body, index): Change => ({ ...body, ...origin, seq: firstSeq + index, at: now }));
  const former = { rowSeq: before?.seq ?? 0, admins: before?.admins, ownerId: before?.ownerId };
  const eventId = origin.eventId;
  const touchedHere = touchedBy(before, changes);
  const after = work.own.has(eventId) ? extend(before, changes)! : applyAll(before, changes)!;
  const unwritten: Unwritten = work.unwritten.get(eventId) ?? {
    rowSeq: former.rowSeq,
    from: former.rowSeq,
    touched: new Set<string>(),
    admins: false,
    listing: false,
    changes: [],
  };
  const touched = addTouched(unwritten.touched, touchedHere);
  unwritten.changes.push(...changes);
  if (before === null) {
    const isNew = await tx.insertEvent(after, { admin: createGuestKey(), viewer: createGuestKey() });
    if (!isNew) throw new Collision('The same event is being created elsewhere');
    work.unwritten.set(eventId, { ...unwritten, rowSeq: after.seq, touched });
  } else {
    work.own.add(eventId);
    const admins = unwritten.admins || former.admins !== after.admins || former.ownerId !== after.ownerId;
    const listing = unwritten.listing || changes.some((change) => touches(change, 'row'));
    work.unwritten.set(eventId, { ...unwritten, admins, listing, touched });
  }
  work.events.set(eventId, after);
  work.appended.set(eventId, [...(work.appended.get(eventId) ?? []), ...changes]);
  return changes;
}

/** In place: a new set for each of a hundred taps into one event would be filled a hundred times. */
function addTouched(all: Unwritten['touched'], more: TouchedRacers): Unwritten['touched'] {
  if (all === 'all' || more === 'all') return 'all';
  for (const racerId of more) all.add(racerId);
  return all;
}

/** Writes in a few statements for all commands, however many they are. */
export async function writeAll(work: Workspace): Promise<void> {
  const { tx, events, own, built, unwritten, newReceipts } = work;
  const changes = [...unwritten.values()].flatMap((each) => each.changes);
  if (changes.length > 0) await tx.appendChanges(changes);
  const projected = [...unwritten].map(([eventId, { from, touched }]) => {
    const event = events.get(eventId)!;
    keepCount(event, from, touched);
    return { event, from, touched, resultsSeq: work.resultsSeq.get(eventId) ?? 0 };
  });
  const completeTo = await storeResults(tx, projected);
  for (const [eventId, seq] of completeTo) work.resultsSeq.set(eventId, seq);
  const updates = [...unwritten].flatMap(([eventId, { rowSeq, admins, listing }]) => {
    const event = events.get(eventId)!;
    const resultsSeq = completeTo.get(eventId)!;
    const snapshot = built.delete(eventId) || isSnapshotDue(rowSeq, event.seq);
    return event.seq > rowSeq ? [{ event, snapshot, admins, listing, resultsSeq }] : [];
  });
  if (updates.length > 0) await tx.updateEvents(updates);
  if (newReceipts.length > 0 && !(await tx.insertReceipts(newReceipts))) {
    throw new Collision('The same command is being handled elsewhere');
  }
  own.clear();
  unwritten.clear();
  newReceipts.length = 0;
}

const SNAPSHOT_EVERY = 64;

/**
 * Snapshots come further apart the longer the log: one costs as much as the event is long, so that with a fixed
 * distance every change would cost more than the one before.
 */
export function isSnapshotDue(before: number, after: number): boolean {
  const half = 2 ** Math.floor(Math.log2(after / 2));
  const distance = Math.max(SNAPSHOT_EVERY, half);
  return Math.floor(before / distance) !== Math.floor(after / distance);
}
