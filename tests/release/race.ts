import { randomUUID } from 'node:crypto';
import type { EventState } from '../../src/domain/model/state.ts';
import { readLeaderboard } from '../../src/domain/results/read-leaderboard.ts';
import { readBoard } from '../../src/domain/board/board.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { upcastEvent } from '../../src/protocol/upcast.ts';
import { boardOf } from '../nodes/boards.ts';
import { addRacers, batchOf, createEvent, createRacer, tap } from '../support/commands.ts';
import { createClient, type TestClient } from '../support/running-server.ts';

const PERSON = { email: 'coach@example.org', password: 'a long enough one', username: 'Coach' };

export interface Race {
  readonly client: TestClient;
  readonly eventId: string;
  readonly racerIds: readonly string[];
}

/** A new account times a race of three: two have finished, one is on course. */
export async function timeRace(url: string): Promise<Race> {
  const client = createClient(url);
  await accepted(client.post(api.signUp, PERSON));
  await logIn(client);
  const [eventId, racerIds] = [randomUUID(), [randomUUID(), randomUUID(), randomUUID()]];
  const [one, two, three] = racerIds as [string, string, string];
  const began = Date.now() - 60_000;
  const commands = [
    ...racerIds.map((racerId) => createRacer(racerId)),
    createEvent(eventId),
    addRacers(eventId, ...racerIds),
    tap(eventId, 'start', one, { at: began }),
    tap(eventId, 'start', two, { at: began + 10_000 }),
    tap(eventId, 'finish', two, { at: began + 30_000 }),
    tap(eventId, 'start', three, { at: began + 31_000 }),
    tap(eventId, 'finish', one, { at: began + 42_500 }),
  ];
  await stored(client, commands);
  return { client, eventId, racerIds };
}

/** The tap that ends the race. */
export const finishLast = ({ client, eventId, racerIds }: Race): Promise<void> =>
  stored(client, [tap(eventId, 'finish', racerIds[2]!)]);

/** Logs in with the password, as on another device. */
export const logIn = (client: TestClient): Promise<void> =>
  accepted(client.post(api.login, { email: PERSON.email, password: PERSON.password }));

/** What the account and its board show, in a form that does not depend on the release. */
export async function readRace({ client, eventId }: Race): Promise<string> {
  const { viewer } = await client.boot();
  if (viewer.kind !== 'user') throw new Error('The session is gone.');
  const { event } = (await (await client.get(api.event.replace(':eventId', eventId))).json()) as { event: EventState };
  const upcast = upcastEvent(event);
  const board = boardOf(readLeaderboard(upcast).ranked, readBoard(upcast));
  return JSON.stringify({ email: viewer.email, credits: viewer.credits, changes: event.seq, ...board });
}

async function accepted(call: ReturnType<TestClient['post']>): Promise<void> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`The server answered ${status}: ${JSON.stringify(body)}`);
}

async function stored(client: TestClient, commands: Parameters<typeof batchOf>): Promise<void> {
  const { body } = await client.post<CommandAnswers>(api.commands, batchOf(...commands));
  const isStored = body.answers?.every(({ status }) => status === 'accepted');
  if (!isStored) throw new Error(`Not every command was stored: ${JSON.stringify(body)}`);
}
