import { readResults } from '../../../../domain/results/read-results.ts';
import type { EventState } from '../../../../domain/model/state.ts';
import { type EpochMs, epochMs } from '../../../../domain/units.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { loadEvent } from '../../../event/load-event.ts';
import { readTimesByPerson } from '../../../event/times-by-person.ts';

export interface EarlierRace {
  readonly id: string;
  readonly name: string;
  /** The first start, not the day on which the event was made: a season may have been made on one day. */
  readonly at: EpochMs;
  readonly course: string | null;
  /** Published times, by racer. */
  readonly times: ReadonlyMap<string, number>;
}

/** Races that could be read; the others are left out. */
export async function readEarlierRaces(sync: SyncClient, eventIds: readonly string[]): Promise<EarlierRace[]> {
  const events = await Promise.all(eventIds.map((eventId) => loadEvent(sync, eventId)));
  return events.flatMap((event) =>
    event === null
      ? []
      : [
          {
            id: event.id,
            name: event.name,
            at: firstStartOf(event) ?? event.createdAt,
            course: event.format.course?.name ?? null,
            times: readTimesByPerson(sync, event),
          },
        ],
  );
}

export function firstStartOf(event: EventState): EpochMs | null {
  const starts = readResults(event, 1).flatMap(({ startTime }) => startTime ?? []);
  return starts.length === 0 ? null : epochMs(Math.min(...starts));
}
