import { useDeferredValue, useEffect, useState } from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import { type Projection, projectPlaces } from '../../../domain/results/projected.ts';
import type { EpochMs } from '../../../domain/units.ts';

/** A timer of the browser can be this late without a place looking wrong, and never more often than this. */
const LEAST_WAIT_MS = 250;

/** The places that racers on course are heading for, anew with each change and at the moments at which the clock alone changes one. */
export function usePlaces(event: EventState, now: () => EpochMs): Projection['places'] {
  const calm = useDeferredValue(event);
  const [read, setRead] = useState(() => ({ of: calm, ...projectPlaces(calm, now()) }));
  const known = read.of === calm ? read : { of: calm, ...projectPlaces(calm, now()) };
  if (known !== read) setRead(known);
  const { changesAt } = known;
  useEffect(() => {
    if (changesAt === null) return;
    const again = () => setRead({ of: calm, ...projectPlaces(calm, now()) });
    const timer = setTimeout(again, Math.max(LEAST_WAIT_MS, changesAt - now()));
    return () => clearTimeout(timer);
  }, [changesAt, calm, now]);
  return known.places;
}
