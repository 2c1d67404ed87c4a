import { api } from '../../protocol/routes.ts';
import { openDeviceStorage } from './idb-storage.ts';
import { makeUuidV7 } from './ids.ts';
import type { SyncPorts, TabChannel, TabLock, Transport } from './ports.ts';
import { createWebDevice } from './web-device.ts';
import { backgroundCall, createFollowingTransport, expecting } from './web-transport.ts';

const OUTBOX = 'pushoff.outbox';
/** A request on a connection that died holds up all others; sending again is always safe. */
const SEND_TIMEOUT_MS = 30_000;

/** Once for each page; the clients of successive users share them. */
export async function createWebPorts(): Promise<SyncPorts> {
  const device = createWebDevice();
  const storage = await openDeviceStorage(device.log);
  // Without it a browser that runs short of space may clear what waits.
  void navigator.storage?.persist?.().catch(() => false);
  return {
    ...device,
    storage,
    transport: createWebTransport(),
    lock: createWebLock(),
    tabs: createWebChannel(),
    ids: { make: () => makeUuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(16))) },
  };
}

function createWebTransport(): Transport {
  return {
    ...createFollowingTransport(),
    sendCommands: async (batch) =>
      expecting('answers', await backgroundCall('POST', api.commands, batch, { timeoutMs: SEND_TIMEOUT_MS })),
    fetchAccount: async () => expecting('racers', await backgroundCall('GET', api.account)),
  };
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
