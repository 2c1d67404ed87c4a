import { createContext, useEffect, useMemo } from 'react';
import type { EpochMs } from '../../../domain/units.ts';
import { createTicker, type Ticker } from './ticker.ts';

export const TickerContext = createContext<Ticker | null>(null);

/** The clocks of the page; they stand still while the page is hidden. */
export function useTicker(now: () => EpochMs): Ticker {
  const ticker = useMemo(() => createTicker(now), [now]);
  useEffect(() => {
    const follow = () => (document.hidden ? ticker.stop() : ticker.start());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      ticker.stop();
    };
  }, [ticker]);
  return ticker;
}
