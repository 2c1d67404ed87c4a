import { EVENT_COST, RACER_COST } from '../../domain/credits/prices.ts';
import type { EventCommand } from '../../domain/events/commands.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { RacerCommand } from '../../protocol/commands.ts';
import { writeAll } from '../journal/numbering.ts';
import type { Workspace } from '../journal/workspace.ts';

/** Most that may be made beyond an account's credits, so that events and racers made offline are not lost. */
const MOST_AWAITING = { events: 2, racers: 30 };

type Payment = 'paid' | 'awaited' | 'refused';

export async function payForEvent(work: Workspace, { id, eventId }: EventCommand, userId: string): Promise<Payment> {
  const { tx, now } = work;
  // The library is locked before the charge, which locks the person's account: creating a racer locks them in the same
  // order.
  await tx.lockLibrary(userId);
  const charge = { userId, cause: `event:${id}`, kind: 'event', subjectId: eventId, amount: EVENT_COST, now } as const;
  if (await tx.charge(charge)) return 'paid';
  return (await mayAwait(work, userId)) ? 'awaited' : 'refused';
}

/** An event that is not paid for takes room among those that wait, when it is restored as when it is made. */
export async function mayComeBack(work: Workspace, event: EventState): Promise<boolean> {
  if (!event.awaitingCredits) return true;
  await work.tx.lockLibrary(event.ownerId);
  return mayAwait(work, event.ownerId);
}

/**
 * Whether one more event may wait for credits. Deleted events do not count, so bringing one back is checked as well.
 */
async function mayAwait(work: Workspace, userId: string): Promise<boolean> {
  // Rows lag behind the commands of this transaction: an event that one of them deleted would still count.
  await writeAll(work);
  return (await work.tx.countAwaiting(userId)).events < MOST_AWAITING.events;
}

export async function payForRacer(work: Workspace, { id, racerId }: RacerCommand, userId: string): Promise<Payment> {
  const { tx, now } = work;
  const charge = { userId, cause: `racer:${id}`, kind: 'racer', subjectId: racerId, amount: RACER_COST, now } as const;
  if (await tx.charge(charge)) return 'paid';
  return (await tx.countAwaiting(userId)).racers < MOST_AWAITING.racers ? 'awaited' : 'refused';
}
