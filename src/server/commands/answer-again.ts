import { hasAccount, roleOf } from '../../domain/access/can.ts';
import { sightOf, viewChange } from '../../domain/sights/views.ts';
import type { Change } from '../../domain/model/changes.ts';
import { accessRefusal } from '../../domain/events/decide.ts';
import { type Command, type CommandAnswer, isEventCommand } from '../../protocol/commands.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { identifyActor, isInside } from '../access/identify-actor.ts';
import { hashCommand } from '../journal/hash-command.ts';
import { Collision } from '../journal/numbering.ts';
import type { SentCommand } from '../journal/sent-command.ts';
import type { Outcome, Receipt } from '../journal/store.ts';
import type { Workspace } from '../journal/workspace.ts';

type View = (changes: readonly Change[]) => readonly Change[];

/**
 * The answer to a command whose id is known. Its author is told the outcome whatever rights are left: a guest who was
 * removed after the tap would otherwise see a stored tap as refused. Any other sender is refused what a new command
 * would be refused, before the receipt says anything, and sees the changes as that sender sees the event.
 */
export async function answerAgain(work: Workspace, sent: SentCommand, receipt: Receipt): Promise<CommandAnswer> {
  const { command, sender } = sent;
  let view: View = (changes) => changes;
  if (receipt.userId !== sender.userId) {
    const seen = await lookAsAnother(work, sent, receipt.outcome);
    if (seen === 'later') return { id: command.id, status: 'later' };
    if (typeof seen === 'string') return { id: command.id, status: 'refused', code: seen };
    view = seen;
  }
  if (receipt.bodyHash !== hashCommand(command)) return { id: command.id, status: 'refused', code: 'command-conflict' };
  await expectItsEvent(work, command, receipt.outcome);
  return readAnswer(work, command, receipt.outcome, view);
}

/** How a sender who is not the author sees the changes, or why such a sender sees nothing. */
async function lookAsAnother(
  work: Workspace,
  { command, sender }: SentCommand,
  outcome: Outcome,
): Promise<View | ErrorCode | 'later'> {
  if (!isEventCommand(command)) {
    if (!hasAccount(sender)) return 'account-required';
    return command.type === 'racer.create' ? taken('racer-exists', outcome) : 'racer-not-found';
  }
  if (command.type === 'event.create' || command.type === 'event.duplicate') {
    return hasAccount(sender) ? taken('event-exists', outcome) : 'account-required';
  }
  const { tx, events, notYet } = work;
  if (notYet.unreadable.has(command.eventId)) {
    return (await isInside(tx, sender, command.eventId)) ? 'later' : 'event-not-found';
  }
  const event = events.get(command.eventId) ?? null;
  const actor = await identifyActor(tx, sender, event, command.eventId);
  const refusal = accessRefusal(event, command, actor);
  if (refusal !== null || event === null) return refusal ?? 'event-not-found';
  const sight = sightOf(roleOf(actor, event), actor) ?? 'viewer';
  return (changes) => changes.map((change) => viewChange(change, sight, event));
}

/** An id that was chosen for something new is reported as taken (M4), and as a conflict where nothing was made of it. */
const taken = (code: 'event-exists' | 'racer-exists', { status }: Outcome): ErrorCode =>
  status === 'refused' ? 'command-conflict' : code;

/**
 * Another node created the event after this transaction had looked for events to lock, and before it read the receipts.
 * Commands behind the creation would be refused for good as if the event did not exist.
 */
async function expectItsEvent({ tx, events, notYet }: Workspace, command: Command, outcome: Outcome): Promise<void> {
  if (command.type !== 'event.create' && command.type !== 'event.duplicate') return;
  const { eventId } = command;
  if (outcome.status === 'refused' || events.has(eventId) || notYet.unreadable.has(eventId)) return;
  if ((await tx.readEvent(eventId)) !== undefined) throw new Collision('The event was created meanwhile');
}

async function readAnswer(
  { tx, appended }: Workspace,
  command: Command,
  outcome: Outcome,
  view: View,
): Promise<CommandAnswer> {
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
  return { id: command.id, status: 'accepted', changes: view(changes) };
}
