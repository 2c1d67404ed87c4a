import { isPlausible } from '../../domain/events/decision.ts';
import type { EventState } from '../../domain/model/state.ts';
import { applyRacer, decideRacer, type Racer } from '../../domain/racers/library.ts';
import { placeReading } from '../../domain/timing/place-reading.ts';
import type { RacerCommand } from '../../protocol/commands.ts';
import { actorOf } from '../access/sender.ts';
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
  const decision = decideRacer(before, command, { actor: actorOf(sent.sender, null), at: placed.at, deleted });
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
  return { answer: { id: command.id, status: 'accepted', changes: [], racer: after }, outcome: accepted };
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
