import { useEffect, useState } from 'react';
import { type EpochMs, epochMs } from '../../../domain/units.ts';

/** The common clock, to the whole second: a screen is drawn once for each. */
export function useNow(now: () => EpochMs): EpochMs {
  const [at, setAt] = useState(() => floor(now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setAt(floor(now()));
      timer = setTimeout(tick, 1000 - (now() % 1000) + 1);
    };
    tick();
    return () => clearTimeout(timer);
  }, [now]);
  return at;
}

const floor = (at: EpochMs): EpochMs => epochMs(Math.floor(at / 1000) * 1000);
