import { useMemo } from 'react';
import { formatDuration } from '../../../../domain/timing/format.ts';
import { readLeaderboard } from '../../../../domain/results/read-leaderboard.ts';
import { type EventRuns, type RunDetails, runPaths } from '../../../../protocol/runs.ts';
import { useObservable, useSync } from '../../../sync/use-sync.ts';
import { useFetched } from '../../../session/use-fetched.ts';

export interface Rival {
  readonly runId: string;
  readonly name: string;
  readonly time: string;
}

/** The other runs of the same race that the viewer may see, in the order of its board. */
export function useRivals(race: RunDetails['race'], ownRunId: string): readonly Rival[] {
  const sync = useSync();
  const eventId = race?.eventId ?? null;
  const path = eventId === null ? null : runPaths.eventRuns.replace(':eventId', encodeURIComponent(eventId));
  const runs = useFetched<EventRuns>(path).answer?.runs ?? null;
  const event = useObservable(eventId === null ? undefined : sync?.event(eventId), null)?.event ?? null;
  return useMemo(() => {
    if (runs === null || event === null) return [];
    return readLeaderboard(event).ranked.flatMap(({ entry, duration }) =>
      runs
        .filter(({ racerId, runId }) => racerId === entry.racerId && runId !== ownRunId)
        .map(({ runId }) => ({ runId, name: entry.name, time: formatDuration(duration) })),
    );
  }, [runs, event, ownRunId]);
}
