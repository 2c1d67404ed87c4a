import type { EarlierTimes } from '../../../../domain/schedule/earlier-results.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { loadEvent } from '../../../event/load-event.ts';
import { readTimesByPerson } from '../../../event/times-by-person.ts';

/** The times of each event that could be read; the others are left out. */
export async function readEarlierTimes(sync: SyncClient, eventIds: readonly string[]): Promise<EarlierTimes[]> {
  const events = await Promise.all(eventIds.map((eventId) => loadEvent(sync, eventId)));
  return events.flatMap((event) => (event === null ? [] : readTimesByPerson(sync, event)));
}
