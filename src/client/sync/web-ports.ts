import { ok, refuse, type Result } from '../../domain/result.ts';
import { LIVE_PATH, type ServerMessage } from '../../protocol/live.ts';
import { api } from '../../protocol/routes.ts';
import { type CallError, createCall } from '../session/create-call.ts';
import { openDeviceStorage } from './idb-storage.ts';
import { makeUuidV7 } from './ids.ts';
import type { DeviceSignals, SyncError, SyncPorts, TabChannel, TabLock, Transport } from './ports.ts';

const OUTBOX = 'pushoff.outbox';
/** A request on a connection that died holds up all others; sending again is always safe. */
const SEND_TIMEOUT_MS = 30_000;

/** Calls made by themselves, in the background, sign nobody out: whoever is timing a race goes on timing it. */
const call = createCall({
  fetch: (path, init) => fetch(path, init),
  epoch: () => 0,
  onUnauthenticated: () => undefined,
});

/** Once for each page; the clients of successive users share them. */
export async function createWebPorts(): Promise<SyncPorts> {
  const log = (message: string, details?: object) => console.warn(message, details ?? '');
  const storage = await openDeviceStorage(log);
  // Without it a browser that runs short of space may clear what waits.
  void navigator.storage?.persist?.().catch(() => false);
  return {
    storage,
    transport: createWebTransport(),
    clock: {
      read: () => ({ wall: Date.now(), monotonic: performance.now(), origin: performance.timeOrigin }),
    },
    timers: {
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    lock: createWebLock(),
    tabs: createWebChannel(),
    signals: createWebSignals(),
    ids: { make: () => makeUuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(16))) },
    random: Math.random,
    log,
  };
}

function createWebTransport(): Transport {
  const eventPath = (path: string, eventId: string, query: Record<string, string | undefined>) => {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const search = new URLSearchParams(given).toString();
    return path.replace(':eventId', encodeURIComponent(eventId)) + (search === '' ? '' : `?${search}`);
  };
  return {
    sendCommands: async (batch) =>
      expecting('answers', await call('POST', api.commands, batch, { timeoutMs: SEND_TIMEOUT_MS })),
    fetchAccount: async () => expecting('racers', await call('GET', api.account)),
    fetchEvent: async (eventId, key) => expecting('event', await call('GET', eventPath(api.event, eventId, { key }))),
    fetchChanges: async (eventId, after, key) => {
      const answer = await call<object>('GET', eventPath(api.changes, eventId, { after: String(after), key }));
      return expecting(answer.ok && 'changes' in answer.value ? 'changes' : 'event', answer);
    },
    fetchGroup: async (groupId) =>
      expecting('events', await call('GET', api.group.replace(':groupId', encodeURIComponent(groupId)))),
    exchangeClock: async () => expecting('received', await call('GET', api.clock)),
    openSocket({ onOpen, onMessage, onClose }) {
      // A device that knows itself to be offline need not wake its radio; 'online' brings the next try.
      if (!navigator.onLine) {
        const timer = setTimeout(onClose, 0);
        return {
          send: () => undefined,
          close() {
            clearTimeout(timer);
            onClose();
          },
        };
      }
      const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + LIVE_PATH);
      let hasClosed = false;
      const close = () => {
        if (hasClosed) return;
        hasClosed = true;
        onClose();
      };
      socket.addEventListener('open', onOpen);
      socket.addEventListener('message', ({ data }) => {
        const message = parseMessage(data);
        if (message !== null) onMessage(message);
      });
      socket.addEventListener('close', close);
      return {
        send(message) {
          if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
        },
        close() {
          socket.close();
          close();
        },
      };
    },
  };
}

/** A captive portal, too, answers with 200: what does not look like our answer is none. */
function expecting<Value>(name: string, answer: Result<unknown, CallError>): Result<Value, SyncError> {
  if (!answer.ok) {
    const { code, retryAfterSeconds } = answer.error;
    return refuse({ code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
  }
  const isOurs = typeof answer.value === 'object' && answer.value !== null && name in answer.value;
  return isOurs ? ok(answer.value as Value) : refuse({ code: 'unavailable' });
}

function parseMessage(data: unknown): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(String(data));
    const isOurs = typeof message === 'object' && message !== null && 'type' in message;
    return isOurs ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}

function createWebLock(): TabLock {
  const { locks } = navigator as { locks?: LockManager };
  return {
    async run(task, { steal }) {
      let running: Promise<void> | null = null;
      if (locks === undefined) {
        await task();
        return true;
      }
      try {
        return await locks.request(OUTBOX, steal ? { steal } : { ifAvailable: true }, async (lock) => {
          if (lock === null) return false;
          running = task();
          await running;
          return true;
        });
      } catch (error) {
        if (running === null) throw error;
        // Robbed of the lock: what has begun goes on.
        await running;
        return true;
      }
    },
  };
}

function createWebChannel(): TabChannel {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(OUTBOX);
  return {
    announce: (userId) => channel?.postMessage(userId),
    listen(hear) {
      const follow = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') hear(data);
      };
      channel?.addEventListener('message', follow);
      return () => channel?.removeEventListener('message', follow);
    },
  };
}

function createWebSignals(): DeviceSignals {
  return {
    listen(hear) {
      const seen = () => {
        if (document.visibilityState === 'visible') hear('visible');
      };
      const online = () => hear('online');
      document.addEventListener('visibilitychange', seen);
      // A page that comes back from the browser's memory was frozen in between.
      addEventListener('pageshow', seen);
      addEventListener('online', online);
      return () => {
        document.removeEventListener('visibilitychange', seen);
        removeEventListener('pageshow', seen);
        removeEventListener('online', online);
      };
    },
  };
}
