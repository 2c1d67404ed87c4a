import { useMemo } from 'react';
import type { Racer } from '../../../../domain/racers/library.ts';
import { samePersons } from '../../../../domain/racers/persons.ts';
import type { EventRuns } from '../../../../protocol/event-reads.ts';
import { api } from '../../../../protocol/routes.ts';
import type { RunDetails } from '../../../protocol/runs.ts';
import { useObservable, useSync } from '../../../../client/sync/use-sync.ts';
import { useFetched } from '../../../../client/session/use-fetched.ts';
import { listRivals, type Rival } from './list-rivals.ts';

const NOBODY: readonly Racer[] = [];

/** The other runs of the same race that the viewer may see, in the order of its board. */
export function useRivals(race: RunDetails['race'], ownRunId: string): readonly Rival[] {
  const sync = useSync();
  const eventId = race?.eventId ?? null;
  const path = eventId === null ? null : api.eventRuns.replace(':eventId', encodeURIComponent(eventId));
  const runs = useFetched<EventRuns>(path).answer?.runs ?? null;
  const merged = useObservable(sync?.account, null)?.merged ?? NOBODY;
  const event = useObservable(eventId === null ? undefined : sync?.event(eventId), null)?.event ?? null;
  return useMemo(
    () => (runs === null || event === null ? [] : listRivals(event, runs, ownRunId, samePersons(merged))),
    [runs, event, ownRunId, merged],
  );
}
