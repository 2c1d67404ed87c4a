import type { EventLoader } from './event-loader.ts';
import type { SyncPorts } from './ports.ts';

/**
 * Fetches anew the events that another release has stored on this device, so that they are there without a network. They come
 * one after the other, behind what is on the screen.
 */
export async function renewStale(
  { storage, log }: Pick<SyncPorts, 'storage' | 'log'>,
  userId: string,
  { refill }: Pick<EventLoader, 'refill'>,
): Promise<void> {
  try {
    for (const eventId of await storage.listStaleEvents(userId)) {
      if ((await refill(eventId)) === 'failed') return;
    }
  } catch (error) {
    log('Events of the release before could not be read', { error });
  }
}
