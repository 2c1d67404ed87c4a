import { useEffect, useState } from 'react';
import { type EventRuns, runPaths } from '../../../../protocol/runs.ts';
import { call } from '../../../session/api.ts';
import { takeWhenThere } from '../../../loading/take-when-there.ts';

export type EventRun = EventRuns['runs'][number];

/** The runs of one event that the viewer may see; null until the server has answered. */
export function useEventRuns(eventId: string | null): readonly EventRun[] | null {
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
