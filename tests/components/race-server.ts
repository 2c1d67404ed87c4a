import { ok, refuse } from '../../src/domain/result.ts';
import type { EventCommand, EventCommandBody } from '../../src/domain/events/commands.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { epochMs } from '../../src/domain/units.ts';
import { PROTOCOL_VERSION } from '../../src/protocol/command-kinds.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { createLocalServer, pageNow } from '../../src/client/features/try-race/local-server.ts';
import { webIds } from '../../src/client/sync/ids.ts';
import type { SocketHandlers, SyncError, Transport } from '../../src/client/sync/ports.ts';

/** The server of the race to try, with a network before it that can be cut, and with other phones. */
export interface RaceServer {
  readonly transport: Transport;
  readonly userId: string;
  readonly eventId: string;
  /** Racer ids by name. */
  readonly racerIds: Readonly<Record<string, string>>;
  readonly event: () => Promise<EventState>;
  /** A command of another phone, which this one hears of over its socket. `secondsAgo`: before the page was opened; else now. */
  readonly elsewhere: (body: EventCommandBody, secondsAgo?: number) => Promise<void>;
  /** A tap of another phone. */
  readonly tapElsewhere: (line: string, name: string | null, secondsAgo?: number) => Promise<void>;
  /** No signal: calls fail, the socket closes, and the browser says that it is offline. */
  readonly cut: () => void;
  readonly mend: () => void;
  /** From now on the event has no room, and every command of this phone is refused; or, with false, no longer. */
  readonly fill: (isNow?: boolean) => void;
}

const unreachable = refuse<SyncError>({ code: 'unavailable' });

export async function createRaceServer(names: readonly string[], name = 'Hill climb'): Promise<RaceServer> {
  const userId = webIds.make();
  const eventId = webIds.make();
  const elsewhereId = webIds.make();
  const server = createLocalServer({ userId, isAnonymous: false, verifiedEmail: null, key: null }, pageNow);
  const sockets = new Set<{ readonly handlers: SocketHandlers; readonly close: () => void }>();
  let isCut = false;
  let isFull = false;

  const sendCommands: Transport['sendCommands'] = async (batch) => {
    const answer = await server.sendCommands(batch);
    if (!answer.ok) return answer;
    const changes = answer.value.answers.flatMap((each) => (each.status === 'accepted' ? each.changes : []));
    if (changes.length > 0)
      for (const { handlers } of sockets) handlers.onMessage({ type: 'changes', eventId, changes });
    return answer;
  };

  // One moment for all that was before: the time between two of its taps is exact.
  const opened = pageNow();

  async function elsewhere(body: EventCommandBody, secondsAgo?: number): Promise<void> {
    const at = secondsAgo === undefined ? pageNow() : opened - secondsAgo * 1000;
    const captured = { wall: at, monotonic: at - performance.timeOrigin, origin: performance.timeOrigin };
    const command = { ...body, id: webIds.make(), eventId, deviceId: elsewhereId, captured } as EventCommand;
    const answer = await sendCommands({
      protocol: PROTOCOL_VERSION,
      schema: SCHEMA_VERSION,
      userId,
      keys: {},
      commands: [command],
      observations: [{ reading: captured, common: at, uncertainty: 1 }],
    });
    const [said] = answer.ok ? answer.value.answers : [];
    if (said?.status !== 'accepted') throw new Error(`${body.type} was refused: ${JSON.stringify(said)}`);
  }

  await elsewhere({ type: 'event.create', name, timeZone: 'UTC' }, 7200);
  // Racers who are added together are listed in the order of their ids: sorted ids keep the given order.
  const ids = names.map(() => webIds.make()).toSorted();
  const racers = names.map((racer, index) => ({ racerId: ids[index]!, name: racer, groups: [], bib: null }));
  if (racers.length > 0) await elsewhere({ type: 'entries.add', racers }, 7200);
  const racerIds = Object.fromEntries(racers.map((racer) => [racer.name, racer.racerId]));

  /** What the server would answer, if it could be reached. */
  const reach = <Given extends readonly unknown[], Value>(call: (...given: Given) => Promise<Value>) =>
    (async (...given: Given) => (isCut ? unreachable : call(...given))) as (...given: Given) => Promise<Value>;

  function tell(isOnline: boolean): void {
    // The network itself stays: the runner of the tests is at its other end.
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }

  return {
    userId,
    eventId,
    racerIds,
    elsewhere,
    tapElsewhere: (line, racer, secondsAgo) =>
      elsewhere({ type: 'tap.record', line, run: 1, racerId: racer === null ? null : racerIds[racer]! }, secondsAgo),
    async event() {
      const answer = await server.fetchEvent(eventId);
      if (!answer.ok) throw new Error(answer.error.code);
      return answer.value.event;
    },
    cut() {
      isCut = true;
      for (const { close } of sockets) close();
      tell(false);
    },
    mend() {
      isCut = false;
      tell(true);
    },
    fill(isNow = true) {
      isFull = isNow;
    },
    transport: {
      sendCommands: reach(async (batch) =>
        isFull
          ? ok({ answers: batch.commands.map(({ id }) => ({ id, status: 'refused', code: 'event-full' }) as const) })
          : sendCommands(batch),
      ),
      fetchAccount: reach(server.fetchAccount),
      fetchEvent: reach(server.fetchEvent),
      fetchChanges: reach(server.fetchChanges),
      fetchGroup: reach(async (id: string) => ok({ id, name: null, events: [] })),
      exchangeClock: reach(async () => ok({ received: pageNow(), sent: pageNow() })),
      openSocket(handlers) {
        const inner = server.openSocket({
          onOpen() {
            if (isCut) return inner.close();
            sockets.add(socket);
            handlers.onOpen();
          },
          onMessage: handlers.onMessage,
          onClose() {
            sockets.delete(socket);
            handlers.onClose();
          },
        });
        const socket = { handlers, close: () => inner.close() };
        return inner;
      },
    },
  };
}

export const at = (secondsFromNow: number) => epochMs(Math.round(pageNow() + secondsFromNow * 1000));
