import type { Actor } from '../../domain/access/actor.ts';
import { roleOf } from '../../domain/access/can.ts';
import { EVENT_COST, RACER_COST } from '../../domain/credits/prices.ts';
import { applyAll, extend } from '../../domain/events/apply.ts';
import { touches } from '../../domain/events/change-kinds.ts';
import type { Change, ChangeBody } from '../../domain/events/changes.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import { decide } from '../../domain/events/decide.ts';
import { isPlausible } from '../../domain/events/decision.ts';
import type { EventState } from '../../domain/events/state.ts';
import { applyRacer, decideRacer, type Racer } from '../../domain/racers/library.ts';
import { keepCount } from '../../domain/timing/counts.ts';
import { type ClockObservation, placeReading } from '../../domain/timing/clock.ts';
import type { EpochMs } from '../../domain/units.ts';
import { type Command, type CommandAnswer, isEventCommand, type RacerCommand } from '../../protocol/commands.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { createGuestKey, matchingKey } from './guest-keys.ts';
import { hashCommand } from './hash-command.ts';
import { invite } from './invite.ts';
import { knowAdmins } from './known-admins.ts';
import { actorOf, type Sender } from './sender.ts';
import type { CommandTransaction, Outcome, Receipt } from './store.ts';

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
  /** Events whose state nobody else holds, and which need not be as it was when a command fails. */
  readonly own: Set<string>;
  /** Everything that this transaction adds to the logs. */
  readonly appended: Map<string, readonly Change[]>;
  readonly unwritten: Map<string, Unwritten>;
  /** Those of the commands at hand, from before or made here. */
  readonly receipts: Map<string, Receipt>;
  readonly newReceipts: Receipt[];
}

interface Unwritten {
  /** What the event's row says by now. */
  readonly rowSeq: number;
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
    ? await handleEventCommand(work, command, sent)
    : await handleRacerCommand(work, command, sent);
  if (outcome.status === 'refused' && isForStrangers(outcome.code)) return answer;
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
  readonly outcome: Outcome;
}

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

async function handleEventCommand(work: Workspace, command: EventCommand, sent: SentCommand): Promise<Handled> {
  const { tx, now } = work;
  const event = work.events.get(command.eventId) ?? null;
  const actor = await identifyActor(tx, sent.sender, event, command.eventId);
  const source = command.type === 'event.duplicate' ? await readSource(work, command.sourceId, sent.sender) : null;
  const placed = placeReading(command.captured, sent.observations);
  const known = await knowAdmins(work, command, event, actor);
  const { accounts } = known;
  const decision = decide(known.event, command, { actor, now, placed, source, ...(accounts && { accounts }) });
  if (!decision.ok) return refused(command.id, decision.error);
  if (command.type === 'entries.add' && !(await ownsRacers(tx, command.racers, event, sent.sender.userId))) {
    return refused(command.id, 'racer-not-found');
  }
  const bodies = [...decision.value];
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
  const after = work.own.has(eventId) ? extend(before, changes)! : applyAll(before, changes)!;
  const unwritten = work.unwritten.get(eventId) ?? {
    rowSeq: former.rowSeq,
    admins: false,
    listing: false,
    changes: [],
  };
  if (before === null) {
    const isNew = await tx.insertEvent(after, { admin: createGuestKey(), viewer: createGuestKey() });
    if (!isNew) throw new Collision('The same event is being created elsewhere');
    work.unwritten.set(eventId, { ...unwritten, rowSeq: after.seq, changes });
  } else {
    work.own.add(eventId);
    const admins = unwritten.admins || former.admins !== after.admins || former.ownerId !== after.ownerId;
    const listing = unwritten.listing || changes.some((change) => touches(change, 'row'));
    work.unwritten.set(eventId, { ...unwritten, admins, listing, changes: [...unwritten.changes, ...changes] });
  }
  work.events.set(eventId, after);
  work.appended.set(eventId, [...(work.appended.get(eventId) ?? []), ...changes]);
  return changes;
}

/** In a few statements for all commands, however many they are. */
export async function writeAll(work: Workspace): Promise<void> {
  const { tx, events, own, unwritten, newReceipts } = work;
  const changes = [...unwritten.values()].flatMap((each) => each.changes);
  if (changes.length > 0) await tx.appendChanges(changes);
  const updates = [...unwritten].flatMap(([eventId, { rowSeq, admins, listing, changes: made }]) => {
    const event = events.get(eventId)!;
    keepCount(event, made);
    return event.seq > rowSeq ? [{ event, snapshot: isSnapshotDue(rowSeq, event.seq), admins, listing }] : [];
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

/** A key is looked up with its event, so that another event's key opens nothing. */
export async function identifyActor(
  tx: Pick<CommandTransaction, 'readKeys'>,
  sender: Sender,
  event: { readonly id: string } | null,
  eventId: string = event?.id ?? '',
): Promise<Actor> {
  const given = sender.keys[eventId];
  if (given === undefined) return actorOf(sender, null);
  // A key to what does not exist is a guess like any other.
  const keys = event === null ? undefined : await tx.readKeys(eventId);
  const key = keys === undefined ? null : matchingKey(given, keys);
  if (key === null) sender.onWrongKey?.(eventId);
  return actorOf(sender, key);
}

/** Whether an event is there for somebody, found out without reading the event. */
export async function isInside(
  tx: Pick<CommandTransaction, 'readDoor'>,
  sender: Sender,
  eventId: string,
): Promise<boolean> {
  const door = await tx.readDoor(eventId, sender);
  if (door === undefined) return false;
  const given = sender.keys[eventId];
  return roleOf(actorOf(sender, given === undefined ? null : matchingKey(given, door.keys)), door) !== 'none';
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
  snapshot: EventState,
): Promise<EventState> {
  return applyAll(snapshot, await tx.readChanges(eventId, snapshot.seq))!;
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

async function payForEvent({ tx, now }: Workspace, { id, eventId }: EventCommand, userId: string): Promise<Payment> {
  // Before the charge: it locks the person's account, and whoever creates a racer locks the library first.
  await tx.lockLibrary(userId);
  const charge = { userId, cause: `event:${id}`, kind: 'event', subjectId: eventId, amount: EVENT_COST, now } as const;
  if (await tx.charge(charge)) return 'paid';
  return (await tx.countAwaiting(userId)).events < MOST_AWAITING.events ? 'awaited' : 'refused';
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
