import { isEventCommand } from '../../protocol/command-kinds.ts';
import type { Command } from '../../protocol/commands.ts';
import { type AccountStore, costOf } from './account-store.ts';
import type { EventLoader } from './event-loader.ts';
import type { EventStore } from './event-store.ts';
import type { AcceptedAnswer, Confirmation } from './outbox.ts';

export interface ConfirmParts {
  readonly store: EventStore;
  readonly loader: EventLoader;
  readonly account: AccountStore;
  /** False when the account could not be fetched. */
  refreshAccount(): Promise<boolean>;
  /** Whether news of the account come over the socket. */
  isLive(): boolean;
}

/**
 * Merges the changes of accepted commands into the confirmed state. Only then may their rows be removed: a tap that is
 * in neither would vanish from the screen, and from the device if it is switched off now.
 */
export async function confirmAnswers(
  accepted: readonly AcceptedAnswer[],
  commands: readonly Command[],
  { store, loader, account, refreshAccount, isLive }: ConfirmParts,
): Promise<Confirmation> {
  const commandOf = new Map(commands.map((command) => [command.id, command]));
  const pairs = accepted.map((answer) => ({ answer, command: commandOf.get(answer.id)! }));
  const eventIds = new Set(pairs.flatMap(({ command }) => (isEventCommand(command) ? [command.eventId] : [])));
  const closed = new Set<string>();
  // The server has said that this account no longer has these events: an older answer must not list them again.
  const lost = new Set([...eventIds].filter((id) => store.read(id).getSnapshot().problem !== null));

  for (const eventId of eventIds) {
    await loader.load(eventId);
    const changes = pairs
      .flatMap(({ answer }) => answer.changes)
      .filter((change) => change.eventId === eventId)
      .toSorted((one, other) => one.seq - other.seq);
    // Changes of an event that this device does not know have no state to be merged into.
    if (changes.length === 0 || (store.confirmed(eventId) === null && changes[0]!.seq !== 1)) continue;
    store.mergeChanges(eventId, changes);
    // Whether the answer is merged is told by the number, not by the gap: a page that is too old for the event keeps no
    // changes ahead of a gap, and its rows would wait for ever when the server gives no more of the event.
    const isMerged = changes.at(-1)!.seq <= (store.confirmed(eventId)?.event.seq ?? 0);
    if (!isMerged && (await loader.refill(eventId)) === 'refused') closed.add(eventId);
  }

  const isAboutAccount = ({ command }: { command: Command }) => !isEventCommand(command) || costOf(command) > 0;
  const isRefreshed = pairs.some(isAboutAccount) && (await refreshAccount());
  // News that came meanwhile may be newer than these answers, and nothing would come later to correct a guess.
  const mustGuess = !isRefreshed && !isLive();
  const settled = pairs.filter(({ answer, command }) => {
    if (!isEventCommand(command)) {
      if (isRefreshed) return true;
      if (answer.racer === undefined) return false;
      account.mergeRacer(command.racerId, answer.racer);
      if (mustGuess && answer.racer?.awaitingCredits === false) account.charge(costOf(command));
      return true;
    }
    const reached = store.confirmed(command.eventId)?.event.seq;
    const isMerged = reached === undefined || (answer.changes.at(-1)?.seq ?? 0) <= reached;
    if (!isMerged && !closed.has(command.eventId)) return false;
    if (mustGuess && !answer.changes.some(({ type }) => type === 'credits-awaited')) account.charge(costOf(command));
    return true;
  });

  const events = [...eventIds].flatMap((id) => (closed.has(id) ? [] : (store.confirmed(id) ?? [])));
  if (mustGuess) for (const { event } of events) if (!lost.has(event.id)) account.mergeEvent(event);
  return { settled: settled.map(({ answer }) => answer.id), events };
}
