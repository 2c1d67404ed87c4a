import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventState } from '../../src/domain/model/state.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import { MAX_COMMANDS } from '../../src/protocol/limits.ts';
import type { GuestKeys } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import type { EventScreen } from '../../src/protocol/screens.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { batchOf, createEvent, createRacer, eventCommand, racerCommand } from '../support/commands.ts';
import { followerOptionsFor, SECRET } from '../support/follower-server.ts';
import { findFreePort } from '../support/free-port.ts';
import { arriveConfirmed } from '../support/people.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { createReceiver, type Receiver } from '../support/webhook-receiver.ts';
import { createPeople, type Generated, generate, type Person } from './generate.ts';
import { type Expected, expectOf, type Race } from './oracle.ts';
import { openWatcher, type Watcher } from './watcher.ts';

/** One generated event on the server, with what every output of it has to say. */
export interface Stage {
  readonly world: World;
  readonly generated: Generated;
  readonly expected: Expected;
  readonly eventId: string;
  readonly keys: GuestKeys;
  readonly screenKey: string;
  /** As the owner's device knows the event: files and paper are made of it. */
  readonly event: EventState;
  /** A spectator who has watched since before the first tap. */
  readonly watcher: Watcher;
  watchNow(): Promise<Watcher>;
}

export interface World {
  readonly server: TestServer;
  readonly owner: TestClient;
  readonly people: readonly Person[];
  readonly push: PushService;
  readonly receiver: Receiver;
  /** Every event that was staged, as it is by now: readers that change one say so here. */
  readonly races: Map<string, Race>;
  send(commands: readonly Command[]): Promise<void>;
  stage(seed: number): Promise<Stage>;
  close(): Promise<void>;
}

const CREDITS = 1_000_000;
const TOO_MANY = 429;

/** The real server with a real database, one owner, and the parts of the world that it tells of results. */
export async function openWorld(): Promise<World> {
  const push = await startPushService();
  const receiver = createReceiver(await findFreePort());
  await receiver.start();
  const server = await startTestServer('sqlite', {
    isBuilt: true,
    environment: {
      PUSH_SERVICE_URL: push.url,
      SECRET,
      CONTACT_EMAIL: 'us@example.org',
      WEBHOOKS_TO_PRIVATE_NETWORKS: 'true',
    },
    followerOptions: followerOptionsFor(push),
    webhookTimes: { pollMs: 50, gatherMs: 5, firstDelayMs: 20, longestDelayMs: 100 },
  });
  const { client: owner } = await arriveConfirmed(server);
  const { viewer } = await owner.boot();
  const userId = viewer.kind === 'user' ? viewer.userId : '';
  const gift = { userId, kind: 'grant', cause: `gift:${userId}`, amount: CREDITS, now: Date.now() } as const;
  await server.db.transaction().execute((trx) => giveCredits(trx, gift));
  const people = createPeople();

  async function sendSome(commands: readonly Command[]): Promise<void> {
    const { body, status, headers } = await owner.post<CommandAnswers>(api.commands, batchOf(...commands));
    if (status === TOO_MANY) {
      await sleep(1000 * Number(headers.get('retry-after') ?? 1));
      return sendSome(commands);
    }
    const refused = body.answers?.findIndex((answer) => answer.status !== 'accepted') ?? 0;
    if (refused === -1) return;
    throw new Error(
      `${JSON.stringify(commands[refused])} was refused: ${JSON.stringify(body.answers?.[refused] ?? body)}`,
    );
  }
  async function send(commands: readonly Command[]): Promise<void> {
    for (let from = 0; from < commands.length; from += MAX_COMMANDS) {
      await sendSome(commands.slice(from, from + MAX_COMMANDS));
    }
  }
  const twins = people.flatMap(({ racerId, twin }) => (twin === null ? [] : [{ ...twin, into: racerId }]));
  await send([...people, ...twins].map(({ racerId, name }) => createRacer(racerId, name)));
  await send(twins.map(({ racerId, into }) => racerCommand(racerId, { type: 'racer.merge', into })));

  const races = new Map<string, Race>();
  const world: World = {
    server,
    owner,
    people,
    push,
    receiver,
    races,
    send,
    async stage(seed) {
      const generated = generate(seed, people);
      const eventId = randomUUID();
      const read = async () =>
        (await (await owner.get(api.event.replace(':eventId', eventId))).json()) as {
          event: EventState;
          keys: GuestKeys;
        };
      const [first, ...others] = generated.bodies.map((body) => eventCommand(eventId, body));
      await send([createEvent(eventId, generated.race.name), first!]);
      const { keys } = await read();
      const watchNow = () => openWatcher(server.url, eventId, keys.viewer);
      const watcher = await watchNow();
      await send(others);
      const { event } = await read();
      const screen = await owner.post<EventScreen>(api.screens.replace(':eventId', eventId), {
        id: randomUUID(),
        name: 'Hall',
      });
      const { key: screenKey } = screen.body;
      races.set(eventId, generated.race);
      const expected = expectOf(generated.race);
      return { world, generated, expected, eventId, keys, screenKey, event, watcher, watchNow };
    },
    async close() {
      await server.stop();
      await push.stop();
      await receiver.kill();
    },
  };
  return world;
}
