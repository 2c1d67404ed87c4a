import { applyAll } from '../../domain/events/apply.ts';
import type { EventState } from '../../domain/model/state.ts';
import { UnknownChange } from '../../domain/events/unknown-change.ts';
import { isEventCommand } from '../../protocol/commands.ts';
import { isInside } from '../access/identify-actor.ts';
import type { Sender } from '../access/sender.ts';
import type { Clock } from '../clock.ts';
import { createNotYet } from '../journal/not-yet.ts';
import type { SentCommand } from '../journal/sent-command.ts';
import type { CommandTransaction } from '../journal/store.ts';
import type { Workspace } from '../journal/workspace.ts';
import type { EventCache } from './event-cache.ts';

/**
 * Missing changes up to which an event is brought up to date without asking whether its senders may see it: asking would take
 * longer.
 */
const FEW_CHANGES = 500;

export interface WorkspaceParts {
  readonly clock: Clock;
  /** The newest schema version that may be written. */
  readonly gate: { openSchema(): number };
  /** Called for an event with a change of a kind that this node does not know: its commands wait. */
  readonly onUnreadable?: ((error: UnknownChange) => void) | undefined;
}

/**
 * Locks the events and brings them up to date from this node's cache. The state is taken out of the cache: this
 * transaction then holds it alone and changes it in place, and when the transaction fails the state is gone with it.
 */
export async function openWorkspace(
  { clock, gate, onUnreadable }: WorkspaceParts,
  cache: EventCache,
  tx: CommandTransaction,
  eventIds: readonly string[],
  isWorthReading: (eventId: string) => Promise<boolean>,
): Promise<Workspace> {
  const work: Workspace = {
    tx,
    now: clock.now(),
    events: new Map(),
    rewrites: new Map(),
    built: new Set(),
    resultsSeq: new Map(),
    own: new Set(),
    appended: new Map(),
    unwritten: new Map(),
    notYet: createNotYet(gate.openSchema(), onUnreadable),
    receipts: new Map(),
    newReceipts: [],
    closedTo: new WeakMap(),
  };
  for (const [eventId, { seq, rewrites, resultsSeq }] of await tx.lockEvents(eventIds.toSorted())) {
    const known = cache.take(eventId);
    const isKnown = known !== undefined && known.event.seq <= seq && known.rewrites === rewrites;
    const isNear = isKnown && seq - known.event.seq <= FEW_CHANGES;
    // An event that none of the senders may see stays unread, as if it did not exist.
    if (!isNear && !(await isWorthReading(eventId))) continue;
    const start = isKnown ? known.event : (await tx.readEvent(eventId))!.snapshot;
    const event = start?.seq === seq ? start : await readOn(work, eventId, start);
    if (event === null) continue;
    work.rewrites.set(eventId, rewrites);
    work.resultsSeq.set(eventId, resultsSeq);
    work.events.set(eventId, event);
    if (start === null) work.built.add(eventId);
    work.own.add(eventId);
  }
  return work;
}

/** Null if the log has a change that this release does not know. */
async function readOn(
  { tx, notYet }: Workspace,
  eventId: string,
  start: EventState | null,
): Promise<EventState | null> {
  try {
    return await loadEvent(tx, eventId, start);
  } catch (error) {
    if (!(error instanceof UnknownChange)) throw error;
    notYet.noteUnreadable(error);
    return null;
  }
}

export async function loadEvent(
  tx: Pick<CommandTransaction, 'readChanges'>,
  eventId: string,
  snapshot: EventState | null,
): Promise<EventState> {
  return applyAll(snapshot, await tx.readChanges(eventId, snapshot?.seq ?? 0))!;
}

/** Strangers' commands are refused unread: otherwise each would make the others wait until a whole event is loaded. */
export async function isWanted(
  tx: CommandTransaction,
  commands: readonly SentCommand[],
  eventId: string,
): Promise<boolean> {
  const judged = new Set<Sender>();
  for (const { command, sender } of commands) {
    if (!isEventCommand(command) || command.eventId !== eventId || judged.has(sender)) continue;
    // A sender who creates an event with this id is told that it exists.
    if (command.type === 'event.create' || command.type === 'event.duplicate') return true;
    judged.add(sender);
    if (await isInside(tx, sender, eventId)) return true;
  }
  return false;
}
