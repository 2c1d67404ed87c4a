import type { SyncStorage, Transport } from '../../src/client/sync/ports.ts';
import type { CommandStore } from '../../src/server/journal/store.ts';
import type { Tab } from './device.ts';
import type { Disk } from './device-disk.ts';
import type { MemoryTransaction } from './memory-transaction.ts';
import type { ServerNode } from './server-node.ts';

/** A known mistake, planted where the simulator assembles the parts: the product's own code stays unchanged. */
export interface Mistake {
  readonly Transaction?: typeof MemoryTransaction;
  readonly store?: (store: CommandStore, node: ServerNode) => CommandStore;
  readonly storage?: (storage: SyncStorage, disk: Disk) => SyncStorage;
  readonly transport?: (transport: Transport, storage: SyncStorage, tab: Tab) => Transport;
}
