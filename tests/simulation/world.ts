import type { News } from '../../src/server/bus/news.ts';
import type { CommandStore } from '../../src/server/journal/store.ts';
import { Device, type Tab } from './device.ts';
import { EPOCH } from './device-clock.ts';
import { createJournal, type Journal } from './journal.ts';
import { createMemoryDatabase, type MemoryDatabase } from './memory-store.ts';
import type { Mistake } from './mistake.ts';
import { Link, type NetworkFaults } from './network.ts';
import { createSessions, type Person, type Sessions } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { ServerNode } from './server-node.ts';
import { createReads, type Reads } from './server-reads.ts';
import { withNamedKeys } from './stores.ts';

export interface World {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly database: MemoryDatabase;
  readonly reads: Reads;
  readonly nodes: readonly ServerNode[];
  readonly devices: readonly Device[];
  readonly people: readonly Person[];
  readonly sessions: Sessions;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly size: Size;
}

/** The probabilities of random faults. */
interface Faults {
  readonly network: NetworkFaults;
  readonly node: { statement: number; frame: number };
  bus: number;
}

const person = (userId: string, isAnonymous = false): Person => ({
  userId,
  name: userId,
  isAnonymous,
  verifiedEmail: isAnonymous ? null : `${userId}@example.org`,
});

export const coach = person('coach');
export const helper = person('helper');
export const guest = person('guest', true);
export const watcher = person('watcher', true);

/** Most worlds are small: they run fast, and most mistakes need only two devices and a few taps. */
interface Size {
  /** The probability that each device besides the phone exists. */
  readonly others: number;
  readonly operations: readonly [number, number];
  readonly struggleMs: readonly [number, number];
  /** Whether the world is checked again after a quiet time. */
  readonly lingers: boolean;
}

const small: Size = { others: 0.35, operations: [4, 12], struggleMs: [2_000, 9_000], lingers: false };
const middle: Size = { others: 0.5, operations: [10, 30], struggleMs: [6_000, 25_000], lingers: false };
const large: Size = { others: 0.85, operations: [25, 60], struggleMs: [20_000, 60_000], lingers: true };

const roster = ['phone', 'tablet', 'helper', 'guest', 'watcher'] as const;

export interface WorldOptions {
  readonly seed: number;
  readonly mistake?: Mistake;
  readonly keepTrace?: boolean;
}

export function createWorld({ seed, mistake = {}, keepTrace = false }: WorldOptions): World {
  const scheduler = createScheduler({ keepTrace });
  const random = createRandom(seed);
  const database = createMemoryDatabase(mistake.Transaction);
  const reads = createReads(database);
  const journal = createJournal();
  const sessions = createSessions();
  const faults: Faults = {
    network: { drop: 0, double: 0, slow: 0, answerOtherwise: 0, closeSocket: 0 },
    node: { statement: 0, frame: 0 },
    bus: 0,
  };
  const busRandom = random.fork('bus');
  const nodes: ServerNode[] = [];
  const publish = (from: string, news: News): void => {
    for (const node of nodes) {
      if (node.name === from) continue;
      if (busRandom.chance(faults.bus)) {
        // Either the bus was down and the node knows it, or the news was lost and no node knows it.
        if (busRandom.chance(0.5)) {
          scheduler.after(busRandom.between(10, 5_000), `bus of ${node.name} is back`, () => node.missNews());
        }
        continue;
      }
      const copies = busRandom.chance(faults.bus) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        scheduler.after(busRandom.between(1, 40), `bus to ${node.name}`, () => node.hear(news));
      }
    }
  };
  const makeStore = (store: CommandStore, node: ServerNode): CommandStore => {
    const named = withNamedKeys(store, node);
    return mistake.store?.(named, node) ?? named;
  };
  for (const name of ['node-1', 'node-2']) {
    const nodeRandom = random.fork(name);
    const error = nodeRandom.between(-3, 3);
    nodes.push(
      new ServerNode({
        name,
        scheduler,
        random: nodeRandom,
        database,
        reads,
        sessions,
        journal,
        makeStore,
        faults: faults.node,
        now: () => EPOCH + scheduler.now + error,
        publish: (news) => publish(name, news),
      }),
    );
  }
  const network = { scheduler, random: random.fork('network'), nodes, faults: faults.network };
  const chance = random.fork('size');
  const size = chance.weigh([
    [6, small],
    [3, middle],
    [1, large],
  ]);
  const present = roster.filter((name) => name === 'phone' || chance.chance(size.others));
  const devices = present.map(
    (name) =>
      new Device({
        name,
        scheduler,
        random: random.fork(name),
        link: new Link(network, name),
        sessions,
        journal,
        reads,
        wrapStorage: (storage, disk) => mistake.storage?.(storage, disk) ?? storage,
        wrapTransport: (transport, storage, tab: Tab) => mistake.transport?.(transport, storage, tab) ?? transport,
      }),
  );
  const people = [coach, helper, guest, watcher];
  for (const { userId, verifiedEmail } of people) {
    if (verifiedEmail !== null) database.addAccount({ userId, email: verifiedEmail, isConfirmed: true });
  }
  return { scheduler, random, database, reads, nodes, devices, people, sessions, journal, faults, size };
}
