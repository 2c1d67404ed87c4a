import type { AddedRacer } from '../../domain/model/changes.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import { decide } from '../../domain/events/decide.ts';
import type { EventState } from '../../domain/model/state.ts';
import { UnknownChange } from '../../domain/events/unknown-change.ts';
import { placeReading } from '../../domain/timing/place-reading.ts';
import { type CommandAnswer, isEventCommand } from '../../protocol/commands.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { replaceRotatedKeys } from '../access/guest-keys.ts';
import { identifyActor, isInside } from '../access/identify-actor.ts';
import type { Sender } from '../access/sender.ts';
import { invite, withdrawInvitations } from '../invitations/invite.ts';
import { hashCommand } from '../journal/hash-command.ts';
import { hold, isAhead, isBehind } from '../journal/not-yet.ts';
import { storeChanges } from '../journal/numbering.ts';
import { type Handled, later, refused, type SentCommand } from '../journal/sent-command.ts';
import type { Workspace } from '../journal/workspace.ts';
import { handleRacerCommand, ownsRacers } from '../library/racer-commands.ts';
import { mayComeBack, payForEvent } from '../pricing/charge.ts';
import { answerAgain } from './answer-again.ts';
import { knowAdmins } from './known-admins.ts';
import { loadEvent } from './open-workspace.ts';
import { withdrawScreens } from './withdraw-screens.ts';

/** Parsing happened before; the steps here: was it sent before, may they, decide, store, answer. */
export async function handleCommand(work: Workspace, sent: SentCommand): Promise<CommandAnswer> {
  const { tx } = work;
  const { command } = sent;
  if (!isEventCommand(command)) await tx.lockLibrary(sent.sender.userId);
  const receipt = work.receipts.get(command.id);
  if (receipt !== undefined) return answerAgain(work, sent, receipt);
  const { answer, outcome } = isEventCommand(command)
    ? await handleReadable(work, command, sent)
    : await handleRacerCommand(work, command, sent);
  if (outcome === null || (outcome.status === 'refused' && isForStrangers(outcome.code))) return answer;
  const { userId } = sent.sender;
  const made = { commandId: command.id, userId, bodyHash: hashCommand(command), outcome, at: work.now };
  work.receipts.set(command.id, made);
  work.newReceipts.push(made);
  return answer;
}

/** Strangers can ask for missing events and racers without end: such refusals store no receipt. */
function isForStrangers(code: ErrorCode): boolean {
  return code === 'event-not-found' || code === 'racer-not-found' || code === 'account-required';
}

/** A command for an event that this release cannot read waits for a node that can, and takes no other with it. */
async function handleReadable(work: Workspace, command: EventCommand, sent: SentCommand): Promise<Handled> {
  const isMade = command.type === 'event.create' || command.type === 'event.duplicate';
  if (work.notYet.unreadable.has(command.eventId)) {
    // To strangers the event does not exist.
    const isTheirs = isMade || (await isInside(work.tx, sent.sender, command.eventId));
    return isTheirs ? later(command) : refused(command.id, 'event-not-found');
  }
  try {
    return await handleEventCommand(work, command, sent);
  } catch (error) {
    // The event to copy cannot be read; nothing was written before it was read.
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
  if (
    command.type === 'entries.add' &&
    !(await ownsRacers(tx, command.racers.filter(isReal), event, sent.sender.userId))
  ) {
    return refused(command.id, 'racer-not-found');
  }
  const bodies = [...decision.value];
  if (command.type === 'event.restore' && bodies.length > 0 && !(await mayComeBack(work, event!))) {
    return refused(command.id, 'not-enough-credits-for-event');
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
  await replaceRotatedKeys(tx, command.eventId, changes);
  await withdrawInvitations(tx, command.eventId, changes);
  await withdrawScreens(work, command, changes);
  return {
    answer: { id: command.id, status: 'accepted', changes },
    outcome: { status: 'accepted', eventId: command.eventId, firstSeq, lastSeq: firstSeq + changes.length - 1 },
  };
}

/** Racers who are made up for a rehearsal are in nobody's library. */
const isReal = ({ rehearsal }: AddedRacer): boolean => rehearsal === undefined;

async function readSource(work: Workspace, eventId: string, sender: Sender): Promise<EventState | null> {
  const known = work.events.get(eventId);
  if (known !== undefined) return known;
  if (!(await isOpenTo(work, sender, eventId))) return null;
  const stored = await work.tx.readEvent(eventId);
  return stored === undefined ? null : loadEvent(work.tx, eventId, stored.snapshot);
}

async function isOpenTo({ tx, closedTo }: Workspace, sender: Sender, eventId: string): Promise<boolean> {
  const closed = closedTo.get(sender) ?? new Set();
  if (closed.has(eventId)) return false;
  const isOpen = await isInside(tx, sender, eventId);
  if (!isOpen) closedTo.set(sender, closed.add(eventId));
  return isOpen;
}
