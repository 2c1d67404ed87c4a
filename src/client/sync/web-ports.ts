import { errors } from '../../protocol/errors.ts';
import { api } from '../../protocol/routes.ts';
import { openDeviceStorage } from './idb-storage.ts';
import { webIds } from './ids.ts';
import type { SyncPorts, Transport } from './ports.ts';
import { createWebDevice } from './web-device.ts';
import { createWebTabs } from './web-tabs.ts';
import { createBackgroundCall, createFollowingTransport, expecting } from './web-transport.ts';

/** A request on a dead connection blocks all others; sending again is always safe. */
const SEND_TIMEOUT_MS = 30_000;

/** Made once for each page; the clients of successive users share them. */
export async function createWebPorts(): Promise<SyncPorts> {
  const device = createWebDevice();
  const storage = await openDeviceStorage(device.log);
  return {
    ...device,
    storage,
    transport: createWebTransport(),
    ...createWebTabs('pushoff.outbox'),
    ids: webIds,
  };
}

function createWebTransport(): Transport {
  const call = createBackgroundCall(errors);
  return {
    ...createFollowingTransport(call),
    sendCommands: async (batch) =>
      expecting('answers', await call('POST', api.commands, batch, { timeoutMs: SEND_TIMEOUT_MS })),
    fetchAccount: async () => expecting('racers', await call('GET', api.account)),
  };
}
