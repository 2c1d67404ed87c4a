import { useEffect, useMemo, useState } from 'react';
import type { EventState } from '../../../../domain/model/state.ts';
import { type GateState, readGate } from '../../../../domain/schedule/gate.ts';
import type { EpochMs } from '../../../../domain/units.ts';

/** A clock that is measured anew may move the moment: it is looked at again at least this often. */
const LOOK_AGAIN_MS = 1_000;

/** The gate now. It changes with the event, and by the clock where a racer gives way to the next. */
export function useGate(event: EventState, now: () => EpochMs): GateState {
  const [shown, setShown] = useState(() => ({ event, gate: readGate(event, now()) }));
  // A start that has just been recorded is shown at once, and not with the next look at the clock.
  const gate = useMemo(() => (shown.event === event ? shown.gate : readGate(event, now())), [event, shown, now]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const at = now();
      const next = readGate(event, at);
      if (signatureOf(next) !== signatureOf(gate)) return setShown({ event, gate: next });
      const left = next.changesAt === null ? LOOK_AGAIN_MS : next.changesAt - at;
      timer = setTimeout(look, Math.max(1, Math.min(left, LOOK_AGAIN_MS)));
    };
    look();
    return () => clearTimeout(timer);
  }, [event, gate, now]);
  return gate;
}

/** Text of what depends on the clock at a gate: who is shown, and who is late. The gate is drawn again only when it changes. */
function signatureOf({ going, toGo, late }: GateState): string {
  return [going?.racers, toGo?.racers, late]
    .map((racers) => racers?.map(({ entry }) => entry.racerId).join(' '))
    .join(', ');
}
