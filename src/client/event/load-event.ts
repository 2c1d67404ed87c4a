import type { EventState } from '../../domain/model/state.ts';
import type { SyncClient } from '../sync/sync-client.ts';

const PATIENCE_MS = 10_000;

/** An event as this device has it or the server sends it; null where neither is there in time. */
export function loadEvent(sync: SyncClient, eventId: string): Promise<EventState | null> {
  return new Promise((resolve) => {
    const shown = sync.event(eventId);
    const unfollow = sync.followEvent(eventId);
    const look = () => {
      const { event, problem } = shown.getSnapshot();
      if (event !== null || problem !== null) end(event);
    };
    const stop = shown.subscribe(look);
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    function end(event: EventState | null): void {
      clearTimeout(timer);
      stop();
      unfollow();
      resolve(event);
    }
    queueMicrotask(look);
  });
}
