import { useEffect, useRef, useState } from 'react';
import type { CreditHistory } from '../../../protocol/payments.ts';
import { api } from '../../../protocol/routes.ts';
import { call, type CallError } from '../../session/api.ts';
import { joinLines } from './join-lines.ts';

export interface UsedHistory {
  /** Null until the first page is here. */
  readonly history: CreditHistory | null;
  readonly error: CallError | null;
  readonly isBusy: boolean;
  readonly showOlder: () => void;
  readonly tryAgain: () => void;
}

/** A list of racers that is added makes many movements: one question for all of them. */
const SETTLE_MS = 400;

/** The newest page, again whenever the balance has moved; older ones when asked for. */
export function useCreditHistory(credits: number): UsedHistory {
  const [history, setHistory] = useState<CreditHistory | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [tries, setTries] = useState(0);
  const hasAsked = useRef(false);

  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      hasAsked.current = true;
      const answer = await fetchPage(null);
      if (isOver) return;
      setIsBusy(false);
      setError(answer.ok ? null : answer.error);
      if (answer.ok) setHistory((known) => joinLines(known, answer.value, 'newest'));
    };
    const timer = setTimeout(() => void ask(), hasAsked.current ? SETTLE_MS : 0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [credits, tries]);

  async function showOlder(): Promise<void> {
    const oldest = history?.lines.at(-1);
    if (oldest === undefined || isBusy) return;
    setIsBusy(true);
    const answer = await fetchPage(oldest.number);
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setHistory((known) => joinLines(known, answer.value, 'older'));
  }

  return {
    history,
    error,
    isBusy,
    showOlder: () => void showOlder(),
    tryAgain: () => {
      setIsBusy(true);
      setTries((tried) => tried + 1);
    },
  };
}

function fetchPage(before: number | null) {
  return call<CreditHistory>('GET', before === null ? api.creditHistory : `${api.creditHistory}?before=${before}`);
}
