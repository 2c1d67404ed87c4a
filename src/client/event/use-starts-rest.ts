import { useEffect, useState } from 'react';
import type { EventState } from '../../domain/model/state.ts';
import { stopNow } from '../../domain/model/stops.ts';

/** A hand that is on its way when the stop arrives still starts: that racer is leaving, and the tap must be kept. */
const ON_THE_WAY_MS = 2_000;

/** Whether the buttons of starts rest. */
export function useStartsRest(event: EventState): boolean {
  const stopId = stopNow(event)?.id ?? null;
  const [restsFor, setRestsFor] = useState(stopId);
  useEffect(() => {
    if (stopId === null) return;
    const timer = setTimeout(() => setRestsFor(stopId), ON_THE_WAY_MS);
    return () => clearTimeout(timer);
  }, [stopId]);
  return stopId !== null && restsFor === stopId;
}
