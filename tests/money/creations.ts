import { randomUUID } from 'node:crypto';
import { type Command, isEventCommand } from '../../src/protocol/commands.ts';
import { createEvent, createRacer, eventCommand } from '../support/commands.ts';
import { type Account, type Client, type Creation, tally } from './books.ts';

export const createRacerNow = (client: Client): Promise<void> =>
  create(client, createRacer(randomUUID(), `Racer ${client.run.nextName()}`));

export const createEventNow = (client: Client): Promise<void> =>
  create(client, createEvent(randomUUID(), `Race ${client.run.nextName()}`));

export async function duplicateEvent(client: Client): Promise<void> {
  const sources = acceptedEvents(client.account);
  if (sources.length === 0) return createEventNow(client);
  const { id: sourceId } = client.random.pick(sources);
  await create(client, eventCommand(randomUUID(), { type: 'event.duplicate', sourceId }));
}

const acceptedEvents = ({ creations }: Account): Creation[] =>
  creations.filter(({ kind, outcome }) => kind === 'event' && outcome === 'accepted');

async function create({ run, account, caller }: Client, command: Command): Promise<void> {
  const answer = await caller.send(command);
  const isEvent = isEventCommand(command);
  const kind = isEvent ? 'event' : 'racer';
  const id = isEvent ? command.eventId : command.racerId;
  account.creations.push({ command, kind, id, outcome: answer.status });
  if (answer.status === 'accepted') return tally(run, 'created');
  tally(run, 'refused: too few credits');
  if (answer.code !== `not-enough-credits-for-${kind}`) {
    run.surprises.push(`${account.email}: ${command.type} was refused with ${answer.code}`);
  }
}

/** Repeats a command, as a device without an answer does: nothing changes, and the answer is the same. */
export async function sendAgain({ run, account, caller, random }: Client): Promise<void> {
  if (account.creations.length === 0) return;
  const { command, outcome } = random.pick(account.creations);
  const { status } = await caller.send(command);
  if (status !== outcome) {
    run.surprises.push(`${account.email}: ${command.type} ${command.id} was ${outcome}, and ${status} when sent again`);
  }
}
