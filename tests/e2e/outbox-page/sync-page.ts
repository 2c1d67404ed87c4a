import type { Boot } from '../../../src/protocol/account.ts';
import { createSyncClient, type SyncClient } from '../../../src/client/sync/sync-client.ts';
import { createWebPorts } from '../../../src/client/sync/web-ports.ts';

declare global {
  var openSync: (viewer: Boot['viewer']) => Promise<SyncClient>;
  var sync: SyncClient;
}

globalThis.openSync = async (viewer) => {
  globalThis.sync = createSyncClient(await createWebPorts(), viewer);
  globalThis.sync.start();
  return globalThis.sync;
};
