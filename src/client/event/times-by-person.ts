import type { EventState } from '../../domain/model/state.ts';
import { racersOf, samePersons } from '../../domain/racers/persons.ts';
import { readLeaderboard } from '../../domain/results/read-leaderboard.ts';
import type { SyncClient } from '../sync/sync-client.ts';

/** Published times of an event, by racer, and by all other racers who are the same person: another event may have any of them. */
export function readTimesByPerson({ account }: Pick<SyncClient, 'account'>, event: EventState): Map<string, number> {
  const same = samePersons(account.getSnapshot().merged);
  const own = new Map<string, number>(
    readLeaderboard(event, { by: 'actual' }).ranked.map(({ entry, duration }) => [entry.racerId, duration]),
  );
  const times = new Map(own);
  for (const [racerId, time] of own) {
    for (const id of racersOf(same, racerId)) if (!times.has(id)) times.set(id, time);
  }
  return times;
}
