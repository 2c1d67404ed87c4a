import { useCallback, useEffect, useRef, useState } from 'react';
import type { SeriesAnswer } from '../../../protocol/series.ts';
import type { CallError } from '../../session/api.ts';
import { takeAhead } from './ask-ahead.ts';
import { readSeries } from './series-calls.ts';

/** While a race of the series is on, standings move; else somebody may still correct a time. */
const RUNNING_MS = 4_000;
const RESTING_MS = 30_000;

export interface UsedSeries {
  readonly series: SeriesAnswer | null;
  readonly error: CallError | null;
  /** Reads it anew at once. */
  readonly refresh: () => Promise<void>;
}

/** The series as it is now: read again and again while the page is in sight. */
export function useSeries(seriesId: string, key: string | null): UsedSeries {
  const [series, setSeries] = useState<SeriesAnswer | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const latest = useRef(0);

  const refresh = useCallback(async () => {
    const asked = (latest.current += 1);
    const answer = await (takeAhead(seriesId, key) ?? readSeries(seriesId, key));
    // An answer that was overtaken by a later question is older than what is shown.
    if (asked !== latest.current) return;
    if (!answer.ok) return setError(answer.error);
    setError(null);
    if (answer.value !== null) setSeries(answer.value);
  }, [seriesId, key]);

  const isRunning = series?.events.some(({ state }) => state === 'running') ?? false;
  useEffect(() => {
    void refresh();
    const look = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    const timer = setInterval(look, isRunning ? RUNNING_MS : RESTING_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [refresh, isRunning]);
  return { series, error, refresh };
}
