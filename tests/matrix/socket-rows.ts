import { randomUUID } from 'node:crypto';
import { ACCOUNT_TOPIC, type ClientMessage, eventTopic, type ServerMessage } from '../../src/protocol/live.ts';
import type { LiveClient } from '../support/live-client.ts';
import { type ActorName, actorOf, actors, type Target, targetsOf } from './actors.ts';
import { type Cell, nameOf, personOf, type Seen, type World } from './cell.ts';
import { describeGroup, describeWhole } from './event-read-rows.ts';
import { expectEventRead, type Outcome } from './rules.ts';
import { keyOf, type Race } from './stage.ts';
import { connect } from './wire.ts';

/** An actor's socket for the duration of the work; everything received over it is searched. */
export async function overSocket<Value>(
  world: World,
  actor: ActorName,
  during: string,
  talk: (live: LiveClient) => Promise<Value>,
): Promise<Value> {
  const live = await connect(world.server.url, personOf(world, actor).cookie);
  try {
    return await talk(live);
  } finally {
    world.canary.inspect(actor, during, live.received);
    live.ws.terminate();
  }
}

const PATIENCE_MS = 60_000;

/**
 * The first of these types, of what came after the first `from`. Other messages, such as `watching`, come at any time.
 */
export function firstAnswer(
  { ws, messages }: LiveClient,
  types: readonly ServerMessage['type'][],
  from = 0,
): Promise<ServerMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(undefined), PATIENCE_MS);
    function finish(found: ServerMessage | undefined): void {
      clearTimeout(timer);
      ws.off('message', look);
      ws.off('close', look);
      if (found === undefined) reject(new Error(`Nothing came of: ${types.join(', ')}`));
      else resolve(found);
    }
    function look(): void {
      const found = messages.slice(from).find(({ type }) => types.includes(type));
      if (found !== undefined || ws.readyState !== ws.OPEN) finish(found);
    }
    ws.on('message', look);
    ws.on('close', look);
    look();
  });
}

export function followMessage(race: Race, key: string | undefined): ClientMessage {
  return { type: 'follow-event', eventId: race.id, after: null, ...(key !== undefined && { key }) };
}

function describeAnswer(message: ServerMessage): Outcome {
  switch (message.type) {
    case 'gone':
      return message.code;
    case 'event':
      return describeWhole(message);
    case 'group':
      return describeGroup(message.group);
    default:
      return 'allowed';
  }
}

interface SocketRow {
  readonly targets: (actor: ActorName) => readonly Cell['target'][];
  readonly expect: (actor: ActorName, target: Cell['target']) => Outcome;
  readonly attempt: (world: World, cell: Cell, live: LiveClient) => Promise<Seen>;
}

const once = (): readonly Cell['target'][] => ['-'];

async function ask(
  live: LiveClient,
  message: ClientMessage,
  types: readonly ServerMessage['type'][],
  ...ids: readonly string[]
): Promise<Seen> {
  const from = live.messages.length;
  live.send(message);
  const answer = await firstAnswer(live, [...types, 'gone'], from);
  let shape = JSON.stringify(answer);
  for (const id of ids) shape = shape.replaceAll(id, 'ID');
  return { outcome: describeAnswer(answer), shape };
}

const isOpenStill = (live: LiveClient): Promise<Seen> => ask(live, { type: 'clock', exchange: 1 }, ['clock']);

/** Every message that a browser can send. A missing message does not compile. */
const socketRows: Readonly<Record<ClientMessage['type'], SocketRow>> = {
  'follow-event': {
    targets: targetsOf,
    expect: (actor, target) => expectEventRead(actor, target as Target),
    attempt({ stage }, { actor, target }, live) {
      const race = stage.raceFor(actor, target as Target);
      const message = followMessage(race, keyOf(stage, actor, target as Target, race));
      return ask(live, message, ['event'], race.id);
    },
  },
  'follow-account': {
    targets: once,
    expect: (actor) => (actorOf[actor].session === 'none' ? 'unauthenticated' : 'allowed'),
    attempt: (_world, _cell, live) => ask(live, { type: 'follow-account' }, ['account']),
  },
  'follow-group': {
    targets: () => ["other's", 'missing'],
    expect: (_actor, target) => (target === 'missing' ? 'allowed, an unknown group' : 'allowed, the public group'),
    attempt({ people }, { target }, live) {
      const groupId = target === 'missing' ? randomUUID() : people.of.owner.userId;
      return ask(live, { type: 'follow-group', groupId }, ['group'], groupId);
    },
  },
  // Unfollowing never gives access, whatever it names.
  unfollow: {
    targets: () => ["other's"],
    expect: () => 'allowed',
    async attempt({ stage }, { actor }, live) {
      for (const topic of [eventTopic(stage.raceFor(actor, "other's").id), ACCOUNT_TOPIC, 'nothing']) {
        live.send({ type: 'unfollow', topic });
      }
      return isOpenStill(live);
    },
  },
  clock: { targets: once, expect: () => 'allowed', attempt: (_world, _cell, live) => isOpenStill(live) },
  alive: {
    targets: once,
    expect: () => 'allowed',
    attempt(_world, _cell, live) {
      live.send({ type: 'alive' });
      return isOpenStill(live);
    },
  },
};

export function socketCells(): Cell[] {
  const cells: Cell[] = [];
  for (const [type, row] of Object.entries(socketRows)) {
    for (const actor of actors) {
      for (const target of row.targets(actor)) {
        const cell: Cell = {
          action: `socket ${type}`,
          actor,
          target,
          expected: row.expect(actor, target),
          attempt: (world) => overSocket(world, actor, nameOf(cell), (live) => row.attempt(world, cell, live)),
        };
        cells.push(cell);
      }
    }
  }
  return cells;
}
