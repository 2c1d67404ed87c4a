import type { EarlierTimes } from '../../../../domain/schedule/earlier-results.ts';
import { readLeaderboard } from '../../../../domain/results/read-leaderboard.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { loadEvent } from '../../../event/load-event.ts';

/** The times of each event that could be read; the others are left out. */
export async function readEarlierTimes(sync: SyncClient, eventIds: readonly string[]): Promise<EarlierTimes[]> {
  const events = await Promise.all(eventIds.map((eventId) => loadEvent(sync, eventId)));
  return events.flatMap((event) =>
    event === null
      ? []
      : new Map(
          readLeaderboard(event, { by: 'actual' }).ranked.map(
            ({ entry, duration }) => [entry.racerId, duration] as const,
          ),
        ),
  );
}
