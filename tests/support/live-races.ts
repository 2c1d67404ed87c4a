import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { EventState } from '../../src/domain/model/state.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import type { ServerMessage } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import type { Engine } from '../../src/server/storage/engine.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand } from './commands.ts';
import { type LiveClient, openLive } from './live-client.ts';
import { arrive, confirmAddress } from './people.ts';
import { startTestServer, type TestClient, type TestServer } from './running-server.ts';

/** Long enough for every message on its way to have arrived. */
export const settle = () => sleep(150);

export function seqOf(message: ServerMessage): number {
  if (message.type === 'rows') return message.seq;
  return message.type === 'changes' ? (message.changes.at(-1)?.seq ?? 0) : 0;
}

/** A server with races in it, for the tests of one `describe`; sockets that a test leaves open are ended after it. */
export function useLiveRaces(engine: Engine) {
  let server: TestServer;
  const open = new Set<LiveClient>();
  beforeAll(async () => {
    server = await startTestServer(engine, { liveLimits: { sessionCheckMs: 250, connectionsPerAddress: 250 } });
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const client of open) client.ws.terminate();
    await Promise.all([...open].map((client) => client.closed()));
    open.clear();
  });

  function keep(live: LiveClient): LiveClient {
    open.add(live);
    return live;
  }
  const connect = async (client?: TestClient): Promise<LiveClient> => keep(await openLive(server.url, client?.cookie));
  const send = (client: TestClient, ...commands: Command[]) => sendWithKeys(client, {}, ...commands);
  async function sendWithKeys(client: TestClient, keys: Record<string, string>, ...commands: Command[]) {
    const { body } = await client.post<CommandAnswers>(api.commands, { ...batchOf(...commands), keys });
    expect(body.answers.map(({ status }) => status)).toEqual(commands.map(() => 'accepted'));
  }
  const keysOf = (eventId: string) =>
    server.db.selectFrom('eventKeys').selectAll().where('eventId', '=', eventId).executeTakeFirstOrThrow();
  async function stored(client: TestClient, eventId: string): Promise<EventState> {
    return ((await (await client.get(`/api/events/${eventId}`)).json()) as { event: EventState }).event;
  }
  async function newRace() {
    const { client: owner, person } = await arrive(server);
    await confirmAddress(server, person.email);
    const [eventId, racerId] = [randomUUID(), randomUUID()];
    await send(owner, createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId));
    const { viewer } = await owner.boot();
    const ownerId = viewer.kind === 'user' ? viewer.userId : '';
    return { owner, ownerId, person, eventId, racerId, keys: await keysOf(eventId) };
  }
  async function joinAsGuest(eventId: string, key: string) {
    const guest = server.client();
    const { body } = await guest.post(api.anonymous);
    await sendWithKeys(guest, { [eventId]: key }, eventCommand(eventId, { type: 'admin.join' }));
    return { guest, guestId: body.viewer.kind === 'anonymous' ? body.viewer.userId : '' };
  }
  async function follow(live: LiveClient, eventId: string, key?: string, after: number | null = null) {
    live.send({ type: 'follow-event', eventId, after, ...(key !== undefined && { key }) });
    return after === null ? live.until('event') : live.until(key === undefined ? 'changes' : 'rows');
  }
  return {
    get server() {
      return server;
    },
    connect,
    keep,
    send,
    sendWithKeys,
    keysOf,
    stored,
    newRace,
    joinAsGuest,
    follow,
  };
}
