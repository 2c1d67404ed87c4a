import { EVENT_COST, RACER_COST } from '../../domain/credits/prices.ts';
import { applyAll, extend } from '../../domain/events/apply.ts';
import { touches } from '../../domain/events/change-kinds.ts';
import type { Change, ChangeBody } from '../../domain/events/changes.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import { decide } from '../../domain/events/decide.ts';
import { isPlausible } from '../../domain/events/decision.ts';
import type { EventState } from '../../domain/events/state.ts';
import { UnknownChange } from '../../domain/events/unknown-change.ts';
import { applyRacer, decideRacer, type Racer } from '../../domain/racers/library.ts';
import { joinTouched, type TouchedRacers, touchedBy } from '../../domain/results/touched-racers.ts';
import { type ClockObservation, placeReading } from '../../domain/timing/clock.ts';
import { keepCount } from '../../domain/timing/counts.ts';
import type { EpochMs } from '../../domain/units.ts';
import { type Command, type CommandAnswer, isEventCommand, type RacerCommand } from '../../protocol/commands.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { createGuestKey } from '../access/guest-keys.ts';
import { identifyActor, isInside } from '../access/identify-actor.ts';
import { actorOf, type Sender } from '../access/sender.ts';
import { hashCommand } from '../journal/hash-command.ts';
import { hold, isAhead, isBehind, type NotYet } from '../journal/not-yet.ts';
import type { CommandTransaction, Outcome, Receipt } from '../journal/store.ts';
import { storeResults } from '../journal/store-results.ts';
import { invite } from './invite.ts';
import { knowAdmins } from './known-admins.ts';

/** How much may be made beyond one's credits, so that what was made offline is not lost. */
const MOST_AWAITING = { events: 2, racers: 30 };

export interface SentCommand {
  readonly command: Command;
  readonly sender: Sender;
  readonly observations: readonly ClockObservation[];
}

/**
 * The events that a transaction has locked, as far as its commands have brought them. What most commands write, their
 * changes and receipts, waits here and is written for all of them together: see `writeAll`.
 */
export interface Workspace {
  readonly tx: CommandTransaction;
  readonly now: EpochMs;
  readonly events: Map<string, EventState>;
  /** Of those events, how often their logs have been rewritten. */
  readonly rewrites: Map<string, number>;
  /** Events whose state had to be built from the whole log: the next write stores a snapshot, so that it is built once. */
  readonly built: Set<string>;
  /** Of those events, up to which change their stored results are complete. */
  readonly resultsSeq: Map<string, number>;
  /** Events whose state nobody else holds, and which need not be as it was when a command fails. */
  readonly own: Set<string>;
  /** Everything that this transaction adds to the logs. */
  readonly appended: Map<string, readonly Change[]>;
  readonly unwritten: Map<string, Unwritten>;
  readonly notYet: NotYet;
  /** Those of the commands at hand, from before or made here. */
  readonly receipts: Map<string, Receipt>;
  readonly newReceipts: Receipt[];
}

interface Unwritten {
  /** What the event's row says by now. */
  readonly rowSeq: number;
  /** The number of the last change before the first of these; 0 for an event that is new. */
  readonly from: number;
  readonly touched: TouchedRacers;
  readonly admins: boolean;
  readonly listing: boolean;
  readonly changes: readonly Change[];
}

/** Somebody else, on another node, is doing the same thing at the same moment. The next try sees what they did. */
export class Collision extends Error {
  override readonly name = 'Collision';
}

/** Parse happened before; here: was it sent before, may they, decide, store, answer. */
export async function handleCommand(work: Workspace, sent: SentCommand): Promise<CommandAnswer> {
  const { tx } = work;
  const { command } = sent;
  if (!isEventCommand(command)) await tx.lockLibrary(sent.sender.userId);
  const bodyHash = hashCommand(command);
  const receipt = work.receipts.get(command.id);
  if (receipt !== undefined) {
    if (receipt.bodyHash !== bodyHash) return { id: command.id, status: 'refused', code: 'command-conflict' };
    return answerAgain(work, command, receipt.outcome);
  }
  const { answer, outcome } = isEventCommand(command)
    ? await handleReadable(work, command, sent)
    : await handleRacerCommand(work, command, sent);
  if (outcome === null || (outcome.status === 'refused' && isForStrangers(outcome.code))) return answer;
  const { userId } = sent.sender;
  const made = { commandId: command.id, userId, bodyHash, outcome, at: work.now };
  work.receipts.set(command.id, made);
  work.newReceipts.push(made);
  return answer;
}

/** Anybody can ask for what does not exist, as often as they like: that leaves nothing behind. */
function isForStrangers(code: ErrorCode): boolean {
  return code === 'event-not-found' || code === 'racer-not-found' || code === 'account-required';
}

interface Handled {
  readonly answer: CommandAnswer;
  /** Null where it must be sent again: there is nothing to be remembered of it. */
  readonly outcome: Outcome | null;
}

const later = ({ id }: Command): Handled => ({ answer: { id, status: 'later' }, outcome: null });

function refused(commandId: string, code: ErrorCode): Handled {
  return { answer: { id: commandId, status: 'refused', code }, outcome: { status: 'refused', code } };
}

async function answerAgain({ tx, appended }: Workspace, command: Command, outcome: Outcome): Promise<CommandAnswer> {
  if (outcome.status === 'refused') return { id: command.id, ...outcome };
  if ('racerId' in outcome) {
    const stored = (await tx.findRacers([outcome.racerId])).get(outcome.racerId);
    const racer = stored === undefined || stored.isDeleted ? null : stored.racer;
    return { id: command.id, status: 'accepted', changes: [], racer };
  }
  const { eventId, firstSeq, lastSeq } = outcome;
  if (lastSeq < firstSeq) return { id: command.id, status: 'accepted', changes: [] };
  const here = (appended.get(eventId) ?? []).filter(({ seq }) => seq >= firstSeq && seq <= lastSeq);
  const changes = here.length > 0 ? here : await tx.readChanges(eventId, firstSeq - 1, lastSeq);
  return { id: command.id, status: 'accepted', changes };
}

/** A command for an event that this release cannot read waits for a node that can, and takes no other with it. */
async function handleReadable(work: Workspace, command: EventCommand, sent: SentCommand): Promise<Handled> {
  const isMade = command.type === 'event.create' || command.type === 'event.duplicate';
  if (work.notYet.unreadable.has(command.eventId)) {
    // To strangers it does not exist.
    const isTheirs = isMade || (await isInside(work.tx, sent.sender, command.eventId));
    return isTheirs ? later(command) : refused(command.id, 'event-not-found');
  }
  try {
    return await handleEventCommand(work, command, sent);
  } catch (error) {
    // The event that is copied: nothing was written before it was read.
    if (!(error instanceof UnknownChange)) throw error;
    work.notYet.noteUnreadable(error);
    return later(command);
  }
}

async function handleEventCommand(work: Workspace, command: EventCommand, sent: SentCommand): Promise<Handled> {
  const { tx, now, notYet } = work;
  const event = work.events.get(command.eventId) ?? null;
  if (isBehind(notYet, command, event)) return later(command);
  const actor = await identifyActor(tx, sent.sender, event, command.eventId);
  const source = command.type === 'event.duplicate' ? await readSource(work, command.sourceId, sent.sender) : null;
  const placed = placeReading(command.captured, sent.observations);
  const known = await knowAdmins(work, command, event, actor);
  const { accounts } = known;
  const decision = decide(known.event, command, { actor, now, placed, source, ...(accounts && { accounts }) });
  if (!decision.ok) return refused(command.id, decision.error);
  if (isAhead(decision.value, notYet)) {
    hold(notYet, command);
    return later(command);
  }
  if (command.type === 'entries.add' && !(await ownsRacers(tx, command.racers, event, sent.sender.userId))) {
    return refused(command.id, 'racer-not-found');
  }
  const bodies = [...decision.value];
  if (command.type === 'event.restore' && event?.awaitingCredits === true && bodies.length > 0) {
    await tx.lockLibrary(event.ownerId);
    if (!(await mayAwait(work, event.ownerId))) return refused(command.id, 'not-enough-credits-for-event');
  }
  if (command.type === 'admin.invite' && bodies.length > 0 && !(await invite(work, command, event!, sent.sender))) {
    return refused(command.id, 'too-many-invitations');
  }
  if (event === null) {
    const payment = await payForEvent(work, command, sent.sender.userId);
    if (payment === 'refused') return refused(command.id, 'not-enough-credits-for-event');
    if (payment === 'awaited') bodies.push({ type: 'credits-awaited' });
  }
  const by = { userId: sent.sender.userId, name: sent.sender.name, deviceId: command.deviceId };
  const firstSeq = (event?.seq ?? 0) + 1;
  const changes = await storeChanges(work, event, bodies, { eventId: command.eventId, commandId: command.id, by });
  for (const change of changes) {
    if (change.type === 'keys-rotated') await tx.replaceKey(command.eventId, change.which, createGuestKey());
    if (change.type === 'admin-removed' && change.admin.kind === 'email') {
      await tx.withdrawInvitation(command.eventId, change.admin.email);
    }
  }
  return {
    answer: { id: command.id, status: 'accepted', changes },
    outcome: { status: 'accepted', eventId: command.eventId, firstSeq, lastSeq: firstSeq + changes.length - 1 },
  };
}

/** Numbers them after the last one of the event, whose row this transaction has locked. */
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
  const unwritten = work.unwritten.get(eventId) ?? {
    rowSeq: former.rowSeq,
    from: former.rowSeq,
    touched: new Set<string>(),
    admins: false,
    listing: false,
    changes: [],
  };
  const touched = joinTouched(unwritten.touched, touchedHere);
  if (before === null) {
    const isNew = await tx.insertEvent(after, { admin: createGuestKey(), viewer: createGuestKey() });
    if (!isNew) throw new Collision('The same event is being created elsewhere');
    work.unwritten.set(eventId, { ...unwritten, rowSeq: after.seq, touched, changes });
  } else {
    work.own.add(eventId);
    const admins = unwritten.admins || former.admins !== after.admins || former.ownerId !== after.ownerId;
    const listing = unwritten.listing || changes.some((change) => touches(change, 'row'));
    work.unwritten.set(eventId, {
      ...unwritten,
      admins,
      listing,
      touched,
      changes: [...unwritten.changes, ...changes],
    });
  }
  work.events.set(eventId, after);
  work.appended.set(eventId, [...(work.appended.get(eventId) ?? []), ...changes]);
  return changes;
}

/** In a few statements for all commands, however many they are. */
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
 * The longer the log, the more of it between two snapshots: one costs as much as the event is long, so that with a fixed
 * distance every change would cost more than the one before.
 */
export function isSnapshotDue(before: number, after: number): boolean {
  const half = 2 ** Math.floor(Math.log2(after / 2));
  const distance = Math.max(SNAPSHOT_EVERY, half);
  return Math.floor(before / distance) !== Math.floor(after / distance);
}

async function readSource({ tx, events }: Workspace, eventId: string, sender: Sender): Promise<EventState | null> {
  const known = events.get(eventId);
  if (known !== undefined) return known;
  if (!(await isInside(tx, sender, eventId))) return null;
  const stored = await tx.readEvent(eventId);
  return stored === undefined ? null : loadEvent(tx, eventId, stored.snapshot);
}

export async function loadEvent(
  tx: Pick<CommandTransaction, 'readChanges'>,
  eventId: string,
  snapshot: EventState | null,
): Promise<EventState> {
  return applyAll(snapshot, await tx.readChanges(eventId, snapshot?.seq ?? 0))!;
}

/** Adding is free, so it is only for racers who were paid for: one's own, or those who are in the event already. */
async function ownsRacers(
  tx: CommandTransaction,
  racers: readonly { readonly racerId: string }[],
  event: EventState | null,
  userId: string,
): Promise<boolean> {
  const unknown = racers.map(({ racerId }) => racerId).filter((racerId) => event?.entries[racerId] === undefined);
  const found = await tx.findRacers(unknown);
  return unknown.every((racerId) => found.get(racerId)?.racer.createdBy === userId);
}

type Payment = 'paid' | 'awaited' | 'refused';

async function payForEvent(work: Workspace, { id, eventId }: EventCommand, userId: string): Promise<Payment> {
  const { tx, now } = work;
  // Before the charge: it locks the person's account, and whoever creates a racer locks the library first.
  await tx.lockLibrary(userId);
  const charge = { userId, cause: `event:${id}`, kind: 'event', subjectId: eventId, amount: EVENT_COST, now } as const;
  if (await tx.charge(charge)) return 'paid';
  return (await mayAwait(work, userId)) ? 'awaited' : 'refused';
}

/** Whether one more event may wait for credits. Deleted ones take no room, so bringing one back is asked for as well. */
async function mayAwait(work: Workspace, userId: string): Promise<boolean> {
  // Rows lag behind the commands of this transaction: an event that one of them deleted would still count.
  await writeAll(work);
  return (await work.tx.countAwaiting(userId)).events < MOST_AWAITING.events;
}

async function handleRacerCommand(work: Workspace, command: RacerCommand, sent: SentCommand): Promise<Handled> {
  const { tx, now } = work;
  const { userId } = sent.sender;
  const stored = (await tx.findRacers([command.racerId])).get(command.racerId);
  const isGone = stored?.isDeleted === true && command.type !== 'racer.create';
  const before = stored === undefined || isGone ? null : stored.racer;
  const deleted = isGone ? stored.racer : null;
  const placed = placeReading(command.captured, sent.observations);
  if (!isPlausible(placed)) return refused(command.id, 'time-not-plausible');
  const decision = decideRacer(before, command, { actor: actorOf(sent.sender, null), at: placed.at, deleted });
  if (!decision.ok) return refused(command.id, decision.error);
  const accepted = { status: 'accepted', racerId: command.racerId } as const;
  let after: Racer | null = before;
  for (const change of decision.value) after = applyRacer(command.racerId, after, change);
  if (command.type === 'racer.create') {
    const cause = `racer:${command.id}`;
    const charge = { userId, cause, kind: 'racer', subjectId: command.racerId, amount: RACER_COST, now } as const;
    const paid = await tx.charge(charge);
    if (!paid && (await tx.countAwaiting(userId)).racers >= MOST_AWAITING.racers) {
      return refused(command.id, 'not-enough-credits-for-racer');
    }
    after = { ...after!, awaitingCredits: !paid };
  }
  if (after === null) await tx.deleteRacer(command.racerId, now);
  else if (after !== before) await tx.saveRacer(after);
  return { answer: { id: command.id, status: 'accepted', changes: [], racer: after }, outcome: accepted };
}
