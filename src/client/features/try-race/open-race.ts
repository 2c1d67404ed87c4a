import { createMemoryStorage } from '../../sync/memory-storage.ts';
import { webIds } from '../../sync/ids.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { createWebDevice } from '../../sync/web-device.ts';
import { createLocalServer, pageNow } from './local-server.ts';
import { prepareRace } from './prepare-race.ts';

export interface OpenedRace {
  readonly sync: SyncClient;
  readonly eventId: string;
}

/** A race on this page alone: the real sync client over memory and over a server in the page. */
export async function openRace(): Promise<OpenedRace> {
  // Loaded like everywhere: imported for good it would have no file of its own, for the timer and for this page.
  const { createSyncClient } = await import('../../sync/sync-client.ts');
  const userId = webIds.make();
  const now = pageNow();
  const actor = { userId, isAnonymous: false, verifiedEmail: null, key: null };
  const transport = createLocalServer(actor, pageNow);
  const eventId = await prepareRace(transport, { userId, ids: webIds, now });
  const sync = createSyncClient(
    {
      ...createWebDevice(),
      // Nothing here is meant to last, so the board need not warn that it does not.
      storage: { ...createMemoryStorage(), isDurable: true },
      transport,
      lock: {
        async run(task) {
          await task();
          return true;
        },
      },
      tabs: { announce: () => undefined, listen: () => () => undefined },
      ids: webIds,
    },
    { kind: 'user', userId, email: '', emailVerified: false, username: '', name: '', credits: 0 },
  );
  return { sync, eventId };
}
