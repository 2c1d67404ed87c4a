import type { EventState } from '../../../../domain/events/state.ts';
import type { EarlierTimes } from '../../../../domain/schedule/earlier-results.ts';
import { readBoard } from '../../../../domain/timing/board.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';

const PATIENCE_MS = 10_000;

/** An event as this device has it or the server sends it; null where neither is there in time. */
function loadEvent(sync: SyncClient, eventId: string): Promise<EventState | null> {
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

/** The times of each event that could be read; the others are left out. */
export async function readEarlierTimes(sync: SyncClient, eventIds: readonly string[]): Promise<EarlierTimes[]> {
  const events = await Promise.all(eventIds.map((eventId) => loadEvent(sync, eventId)));
  return events.flatMap((event) =>
    event === null
      ? []
      : new Map(
          readBoard(event).leaderboard.flatMap(({ entry, duration }) =>
            duration === null ? [] : [[entry.racerId, duration] as const],
          ),
        ),
  );
}
