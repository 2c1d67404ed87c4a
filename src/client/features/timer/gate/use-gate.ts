import { useEffect, useMemo, useState } from 'react';
import type { EventState } from '../../../../domain/events/state.ts';
import { type Gate, readGate } from '../../../../domain/schedule/gate.ts';
import type { EpochMs } from '../../../../domain/units.ts';

/** A clock that is measured anew may move the moment: it is looked at again at least this often. */
const LOOK_AGAIN_MS = 1_000;

/** The gate now. It changes with the event, and by the clock where a racer gives way to the next. */
export function useGate(event: EventState, now: () => EpochMs): Gate {
  const [moment, setMoment] = useState(now);
  // A start that has just been recorded must not be judged by an older moment.
  const gate = useMemo(() => readGate(event, Math.max(moment, now()) as EpochMs), [event, moment, now]);
  const { changesAt } = gate;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = changesAt === null ? LOOK_AGAIN_MS : changesAt - now();
      if (left <= 0) setMoment(now());
      else timer = setTimeout(wait, Math.min(left, LOOK_AGAIN_MS));
    };
    wait();
    return () => clearTimeout(timer);
  }, [changesAt, now]);
  return gate;
}
