import { useEffect, useRef, useState } from 'react';
import type { Change } from '../../../../domain/events/changes.ts';
import type { EventHistory } from '../../../../protocol/event-reads.ts';
import { api } from '../../../../protocol/routes.ts';
import { call, type CallError } from '../../../session/api.ts';
import { joinPages, type LoadedHistory } from './join-pages.ts';

export interface History {
  readonly changes: readonly Change[];
  readonly hasMore: boolean;
  /** Nothing has been heard yet. */
  readonly isFirst: boolean;
  readonly isBusy: boolean;
  readonly error: CallError | null;
  readonly loadOlder: () => void;
  readonly retry: () => void;
}

/** Changes come in bursts: one question for all of them. */
const SETTLE_MS = 400;

/** The newest page, again whenever the event has grown to `seq`; older ones when asked for. */
export function useHistory(eventId: string, seq: number): History {
  const [loaded, setLoaded] = useState<LoadedHistory | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [tries, setTries] = useState(0);
  const hasAsked = useRef(false);

  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      hasAsked.current = true;
      const answer = await fetchPage(eventId, null);
      if (isOver) return;
      setError(answer.ok ? null : answer.error);
      if (answer.ok) setLoaded((known) => joinPages(known, answer.value, 'newest'));
    };
    const timer = setTimeout(() => void ask(), hasAsked.current ? SETTLE_MS : 0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [eventId, seq, tries]);

  async function loadOlder(): Promise<void> {
    const oldest = loaded?.changes.at(-1);
    if (oldest === undefined || isBusy) return;
    setIsBusy(true);
    const answer = await fetchPage(eventId, oldest.seq);
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setLoaded((known) => joinPages(known, answer.value, 'older'));
  }

  return {
    changes: loaded?.changes ?? [],
    hasMore: loaded?.hasMore ?? false,
    isFirst: loaded === null,
    isBusy,
    error,
    loadOlder: () => void loadOlder(),
    retry: () => setTries((tried) => tried + 1),
  };
}

function fetchPage(eventId: string, before: number | null) {
  const path = api.history.replace(':eventId', encodeURIComponent(eventId));
  return call<EventHistory>('GET', before === null ? path : `${path}?before=${before}`);
}
