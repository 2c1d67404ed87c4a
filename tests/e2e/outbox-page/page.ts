import { openDeviceStorage } from '../../../src/client/sync/idb-storage.ts';
import type { SyncStorage } from '../../../src/client/sync/ports.ts';

declare global {
  var storage: Promise<SyncStorage>;
}

globalThis.storage = openDeviceStorage((message, details) => console.warn(message, details));
