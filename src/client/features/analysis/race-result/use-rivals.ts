import { useEffect, useMemo, useState } from 'react';
import { formatDuration } from '../../../../domain/timing/format.ts';
import { readLeaderboard } from '../../../../domain/results/read-leaderboard.ts';
import { type EventRuns, type RunDetails, runPaths } from '../../../../protocol/runs.ts';
import { useObservable, useSync } from '../../../sync/use-sync.ts';
import { call } from '../../../session/api.ts';
import { takeWhenThere } from '../../../loading/take-when-there.ts';

export interface Rival {
  readonly runId: string;
  readonly name: string;
  readonly time: string;
}

/** The other runs of the same race that the viewer may see, in the order of its board. */
export function useRivals(race: RunDetails['race'], ownRunId: string): readonly Rival[] {
  const sync = useSync();
  const eventId = race?.eventId ?? null;
  const runs = useEventRuns(eventId);
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

type EventRun = EventRuns['runs'][number];

/** The runs of one event that the viewer may see; null until the server has answered. */
function useEventRuns(eventId: string | null): readonly EventRun[] | null {
  const [known, setKnown] = useState<{ readonly of: string; readonly runs: readonly EventRun[] } | null>(null);
  useEffect(() => {
    if (eventId === null) return;
    const path = runPaths.eventRuns.replace(':eventId', encodeURIComponent(eventId));
    return takeWhenThere(call<EventRuns>('GET', path), (answer) => {
      if (answer.ok) setKnown({ of: eventId, runs: answer.value.runs });
    });
  }, [eventId]);
  return known?.of === eventId ? known.runs : null;
}
