import type { FollowingStorage, SyncPorts } from './ports.ts';

/** A viewer's page keeps the board and the key, and no observations of its clock. */
export type ViewerStorage = Omit<FollowingStorage, 'listObservations' | 'changeObservations'>;

/**
 * The device's storage for a page that has to show something first: opened when it is first used. It is the same one as
 * the whole app's, so that the last board is there when the app opens it with no network.
 */
export function createLateStorage(log: SyncPorts['log']): ViewerStorage {
  let opening: Promise<ViewerStorage> | null = null;
  const open = (): Promise<ViewerStorage> => {
    opening ??= import('./idb-storage.ts').then(({ openDeviceStorage }) => openDeviceStorage(log));
    // A chunk that did not arrive is requested again the next time.
    opening.catch(() => (opening = null));
    return opening;
  };
  return {
    saveEvent: async (userId, cached) => (await open()).saveEvent(userId, cached),
    readEvent: async (userId, eventId) => (await open()).readEvent(userId, eventId),
    forgetEvent: async (userId, eventId) => (await open()).forgetEvent(userId, eventId),
    saveGuestKey: async (eventId, key) => (await open()).saveGuestKey(eventId, key),
  };
}
