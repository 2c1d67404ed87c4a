import type { Racer } from '../../../../domain/racers/library.ts';
import type { OpenEvent } from '../event-context.ts';

/** A command travels whole, with others beside it, in a request of limited size: names and groups can be long. */
const MOST_PER_COMMAND = 200;

type Added = Pick<Racer, 'id' | 'name' | 'groups'>;

/** Resolves when all of them are recorded on this device. */
export async function addRacers({ sync, eventId }: OpenEvent, racers: readonly Added[]): Promise<void> {
  const added = racers.map(({ id: racerId, name, groups }) => ({ racerId, name, groups, bib: null }));
  for (let first = 0; first < added.length; first += MOST_PER_COMMAND) {
    await sync.recordForEvent(eventId, {
      type: 'entries.add',
      racers: added.slice(first, first + MOST_PER_COMMAND),
    });
  }
}
