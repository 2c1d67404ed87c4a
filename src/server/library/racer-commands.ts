import { isPlausible } from '../../domain/events/decision.ts';
import type { EventState } from '../../domain/model/state.ts';
import { applyRacer, decideRacer, type MergeContext, type Racer } from '../../domain/racers/library.ts';
import { personOf, racersOf } from '../../domain/racers/persons.ts';
import { placeReading } from '../../domain/timing/place-reading.ts';
import type { RacerCommand } from '../../protocol/commands.ts';
import { actorOf } from '../access/sender.ts';
import { writeAll } from '../journal/numbering.ts';
import { type Handled, refused, type SentCommand } from '../journal/sent-command.ts';
import type { CommandTransaction } from '../journal/store.ts';
import type { Workspace } from '../journal/workspace.ts';
import { payForRacer } from '../pricing/charge.ts';

export async function handleRacerCommand(work: Workspace, command: RacerCommand, sent: SentCommand): Promise<Handled> {
  const { tx, now } = work;
  const { userId } = sent.sender;
  const stored = (await tx.findRacers([command.racerId])).get(command.racerId);
  const isGone = stored?.isDeleted === true && command.type !== 'racer.create';
  const before = stored === undefined || isGone ? null : stored.racer;
  const deleted = isGone ? stored.racer : null;
  const placed = placeReading(command.captured, sent.observations);
  if (!isPlausible(placed)) return refused(command.id, 'time-not-plausible');
  const merge =
    command.type === 'racer.merge' && before !== null ? await lookAtMerge(work, before, command.into) : null;
  const context = { actor: actorOf(sent.sender, null), at: placed.at, deleted, ...(merge && { merge }) };
  const decision = decideRacer(before, command, context);
  if (!decision.ok) return refused(command.id, decision.error);
  const accepted = { status: 'accepted', racerId: command.racerId } as const;
  let after: Racer | null = before;
  for (const change of decision.value) after = applyRacer(command.racerId, after, change);
  if (command.type === 'racer.create') {
    const payment = await payForRacer(work, command, userId);
    if (payment === 'refused') return refused(command.id, 'not-enough-credits-for-racer');
    after = { ...after!, awaitingCredits: payment === 'awaited' };
  }
  if (after === null) await tx.deleteRacer(command.racerId, now);
  else if (after !== before) await tx.saveRacer(after);
  if (after !== null && after.sameAs !== stored?.racer.sameAs) await tx.countMerge(userId);
  return { answer: { id: command.id, status: 'accepted', changes: [], racer: after }, outcome: accepted };
}

async function lookAtMerge(work: Workspace, { id, createdBy }: Racer, named: string): Promise<MergeContext> {
  const { tx } = work;
  const same = await tx.findMerged(createdBy);
  const other = (await tx.findRacers([named])).get(named);
  const into = other === undefined || other.isDeleted || other.racer.createdBy !== createdBy ? null : other.racer;
  const isNew = into !== null && personOf(same, id) !== personOf(same, named);
  // Times that came with the same request count.
  if (isNew) await writeAll(work);
  const haveMet = isNew && (await tx.haveMet(createdBy, racersOf(same, id), racersOf(same, named)));
  return { into, same, haveMet };
}

/**
 * Adding is free, so it is only for racers who were paid for: the sender's own, or those who are in the event already.
 */
export async function ownsRacers(
  tx: CommandTransaction,
  racers: readonly { readonly racerId: string }[],
  event: EventState | null,
  userId: string,
): Promise<boolean> {
  const unknown = racers.map(({ racerId }) => racerId).filter((racerId) => event?.entries[racerId] === undefined);
  const found = await tx.findRacers(unknown);
  return unknown.every((racerId) => found.get(racerId)?.racer.createdBy === userId);
}
