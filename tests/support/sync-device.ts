import { applyAll } from '../../src/domain/events/apply.ts';
import type { Change } from '../../src/domain/model/changes.ts';
import { decide } from '../../src/domain/events/decide.ts';
import { user } from './event-history.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { applyRacer, decideRacer, type Racer } from '../../src/domain/racers/library.ts';
import { ok, refuse } from '../../src/domain/result.ts';
import { placeReading } from '../../src/domain/timing/place-reading.ts';
import { epochMs } from '../../src/domain/units.ts';
import { isEventCommand } from '../../src/protocol/command-kinds.ts';
import type { Command, CommandAnswer } from '../../src/protocol/commands.ts';
import type { AccountSnapshot, ServerMessage } from '../../src/protocol/live.ts';
import { makeUuidV7 } from '../../src/client/sync/ids.ts';
import { createMemoryStorage } from '../../src/client/sync/memory-storage.ts';
import type {
  CommandBatch,
  SocketHandlers,
  SyncError,
  SyncPorts,
  SyncStorage,
  TabChannel,
  Transport,
} from '../../src/client/sync/ports.ts';

const START = 1_700_000_000_000;

/** The same sequence for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Time that passes only when told to. */
export function createTime() {
  let now = 0;
  let made = 0;
  const waiting = new Map<number, { at: number; run: () => void }>();
  // Resolves after all ready promises, and faster than a real timer.
  const settle = () =>
    new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(null);
    });
  return {
    now: () => now,
    after(ms: number, run: () => void): () => void {
      made += 1;
      const id = made;
      waiting.set(id, { at: now + ms, run });
      return () => void waiting.delete(id);
    },
    settle,
    async pass(ms: number): Promise<void> {
      const end = now + ms;
      await settle();
      for (;;) {
        const [next] = [...waiting].toSorted(([, one], [, other]) => one.at - other.at);
        if (next === undefined || next[1].at > end) break;
        now = Math.max(now, next[1].at);
        waiting.delete(next[0]);
        next[1].run();
        await settle();
      }
      now = end;
    },
  };
}

export type Time = ReturnType<typeof createTime>;

/** Handles commands as the real server does: in order, each once, the same answer to the same command. */
export function createFakeServer(time: Pick<Time, 'now'>) {
  const states = new Map<string, EventState>();
  const logs = new Map<string, Change[]>();
  const racers = new Map<string, Racer>();
  const receipts = new Map<string, { body: string; answer: CommandAnswer }>();
  const handled: Command[] = [];
  let credits = 1_000;

  function handleNew(command: Command, { userId, observations }: CommandBatch): CommandAnswer {
    const { id } = command;
    const actor = user(userId);
    const placed = placeReading(command.captured, observations);
    if (!isEventCommand(command)) {
      const decision = decideRacer(racers.get(command.racerId) ?? null, command, { actor, at: placed.at });
      if (!decision.ok) return { id, status: 'refused', code: decision.error };
      let racer = racers.get(command.racerId) ?? null;
      for (const change of decision.value) racer = applyRacer(command.racerId, racer, change);
      if (racer === null) racers.delete(command.racerId);
      else racers.set(command.racerId, racer);
      if (command.type === 'racer.create') credits -= 3;
      return { id, status: 'accepted', changes: [], racer };
    }
    const event = states.get(command.eventId) ?? null;
    const now = epochMs(START + time.now());
    const source = command.type === 'event.duplicate' ? (states.get(command.sourceId) ?? null) : null;
    const decision = decide(event, command, { actor, now, placed, source });
    if (!decision.ok) return { id, status: 'refused', code: decision.error };
    if (event === null) credits -= 20;
    const by = { userId, name: '', deviceId: command.deviceId };
    const first = (event?.seq ?? 0) + 1;
    const changes = decision.value.map((body, index): Change => ({
      ...body,
      eventId: command.eventId,
      seq: first + index,
      commandId: id,
      at: now,
      by,
    }));
    if (changes.length > 0) {
      states.set(command.eventId, applyAll(event, changes)!);
      logs.set(command.eventId, [...(logs.get(command.eventId) ?? []), ...changes]);
    }
    return { id, status: 'accepted', changes };
  }

  return {
    handled,
    states,
    logs,
    account: (): AccountSnapshot => ({ credits, events: [], racers: [...racers.values()] }),
    handle(batch: CommandBatch): { answers: CommandAnswer[] } {
      const answers = batch.commands.map((command): CommandAnswer => {
        const receipt = receipts.get(command.id);
        const body = JSON.stringify(command);
        if (receipt !== undefined) {
          return receipt.body === body
            ? receipt.answer
            : { id: command.id, status: 'refused', code: 'command-conflict' };
        }
        const answer = handleNew(command, batch);
        receipts.set(command.id, { body, answer });
        handled.push(command);
        return answer;
      });
      return structuredClone({ answers });
    },
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;

export interface FakeTransport extends Transport {
  /** Decides what happens to a batch. By default it is handled. */
  onSend: (batch: CommandBatch) => ReturnType<Transport['sendCommands']>;
  isOnline: boolean;
  readonly batches: CommandBatch[];
  /** The open sockets' handlers. */
  readonly sockets: Set<SocketHandlers>;
  readonly said: unknown[];
  broadcast(message: ServerMessage): void;
}

export const failed = (code: SyncError['code']) => refuse<SyncError>({ code });

export function createFakeTransport(server: FakeServer, time: Time): FakeTransport {
  const whenOnline = async <Value>(read: () => Value | undefined) => {
    await Promise.resolve();
    if (!transport.isOnline) return failed('unavailable');
    const value = read();
    return value === undefined ? failed('event-not-found') : ok(structuredClone(value));
  };
  const transport: FakeTransport = {
    onSend: async (batch) => ok(server.handle(batch)),
    isOnline: true,
    batches: [],
    sockets: new Set(),
    said: [],
    broadcast: (message) => {
      for (const socket of transport.sockets) socket.onMessage(structuredClone(message));
    },
    async sendCommands(batch) {
      transport.batches.push(structuredClone(batch));
      return transport.isOnline ? transport.onSend(batch) : failed('unavailable');
    },
    fetchAccount: () => whenOnline(server.account),
    fetchEvent: (eventId) =>
      whenOnline(() => {
        const event = server.states.get(eventId);
        return event && { event, view: 'admin' as const, keys: { admin: 'aaaaaaaa', viewer: 'vvvvvvvv' } };
      }),
    fetchChanges: (eventId, after) =>
      whenOnline(() => {
        const log = server.logs.get(eventId);
        return log && { changes: log.filter(({ seq }) => seq > after) };
      }),
    fetchGroup: (groupId) => whenOnline(() => ({ id: groupId, name: 'public', events: [] })),
    exchangeClock: () => whenOnline(() => ({ received: START + time.now(), sent: START + time.now() })),
    openSocket(handlers) {
      const isOpening = transport.isOnline;
      let isClosed = false;
      const close = () => {
        if (isClosed) return;
        isClosed = true;
        transport.sockets.delete(handlers);
        handlers.onClose();
      };
      time.after(1, () => {
        if (isClosed) return;
        if (!isOpening) return close();
        transport.sockets.add(handlers);
        handlers.onOpen();
      });
      return {
        send(message) {
          transport.said.push(message);
          if (message.type !== 'clock' || !transport.isOnline) return;
          const { exchange } = message;
          const at = START + time.now();
          time.after(10, () => {
            if (!isClosed) handlers.onMessage({ type: 'clock', exchange, received: at, sent: at });
          });
        },
        close,
      };
    },
  };
  return transport;
}

/** Storage that survives a device that is switched off, before or after any write. */
export function createDisk() {
  const disk = createMemoryStorage();
  return {
    disk,
    /** The disk as one power-on sees it, until `decideCrash` ends it: then no call is answered any more. */
    open(decideCrash: (write: string) => 'before' | 'after' | null = () => null): SyncStorage & { isDead(): boolean } {
      let isDead = false;
      const never = new Promise<never>(() => {});
      const guard =
        <Args extends unknown[], Value>(name: string, work: (...args: Args) => Promise<Value>) =>
        async (...args: Args): Promise<Value> => {
          await Promise.resolve();
          if (isDead) return never;
          const crash = /^(list|read)/.test(name) ? null : decideCrash(name);
          if (crash !== null) isDead = true;
          if (crash === 'before') return never;
          const value = await work(...args);
          return crash === 'after' ? never : structuredClone(value);
        };
      const guarded = Object.fromEntries(
        Object.entries(disk).map(([name, value]) => [name, typeof value === 'function' ? guard(name, value) : value]),
      );
      return { ...(guarded as unknown as SyncStorage), isDurable: true, isDead: () => isDead };
    },
  };
}

export interface FakePortsOptions {
  readonly time: Time;
  readonly transport: Transport;
  readonly storage: SyncStorage;
  readonly random: () => number;
  /** The time origin of this page load. */
  readonly origin?: number;
  readonly tabs?: TabChannel;
}

/** The tabs of one device. */
export function createFakeTabs(time: Time): () => TabChannel {
  const all = new Set<{ hear: ((userId: string) => void) | null }>();
  return () => {
    const tab: { hear: ((userId: string) => void) | null } = { hear: null };
    all.add(tab);
    return {
      announce(userId) {
        for (const other of all) if (other !== tab) time.after(1, () => other.hear?.(userId));
      },
      listen(hear) {
        tab.hear = hear;
        return () => void (tab.hear = null);
      },
    };
  };
}

const alone: TabChannel = { announce: () => {}, listen: () => () => {} };

export function createFakePorts({ time, transport, storage, random, origin = START, tabs = alone }: FakePortsOptions) {
  const listeners = new Set<(signal: 'visible' | 'online') => void>();
  let isLocked = false;
  const ports: SyncPorts = {
    storage,
    transport,
    random,
    clock: { read: () => ({ wall: START + time.now(), monotonic: START + time.now() - origin, origin }) },
    timers: { after: time.after },
    lock: {
      async run(task, { steal }) {
        if (isLocked && !steal) return false;
        isLocked = true;
        await task();
        isLocked = false;
        return true;
      },
    },
    tabs,
    signals: {
      listen(hear) {
        listeners.add(hear);
        return () => void listeners.delete(hear);
      },
    },
    ids: {
      make: () =>
        makeUuidV7(
          START + time.now(),
          Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)),
        ),
    },
    log: () => {},
  };
  return { ports, signal: (signal: 'visible' | 'online') => listeners.forEach((hear) => hear(signal)) };
}
