import { useEffect, useRef, useState } from 'react';
import { call, type CallError } from './api.ts';
import { joinPages, type NumberOf, type Pages } from './join-pages.ts';

export interface UsedPages<Item> {
  /** Null until the first page is here. */
  readonly pages: Pages<Item> | null;
  readonly error: CallError | null;
  readonly isBusy: boolean;
  readonly showOlder: () => void;
  readonly tryAgain: () => void;
}

export interface PagedList<Item, Answer> {
  /** The path of the list; `before=NUMBER` in its query requests older items. */
  readonly path: string;
  /** A different version means that there is something new. */
  readonly version: number;
  readonly read: (answer: Answer) => Pages<Item>;
  readonly numberOf: NumberOf<Item>;
}

/** News come in bursts: one request for all of them. */
const SETTLE_MS = 400;

/** The newest page, fetched again whenever there is something new; older ones on request. */
export function usePages<Item, Answer>({ path, version, read, numberOf }: PagedList<Item, Answer>): UsedPages<Item> {
  const [pages, setPages] = useState<Pages<Item> | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [tries, setTries] = useState(0);
  const hasAsked = useRef(false);

  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      hasAsked.current = true;
      const answer = await call<Answer>('GET', path);
      if (isOver) return;
      setIsBusy(false);
      setError(answer.ok ? null : answer.error);
      if (answer.ok) setPages((known) => joinPages(known, read(answer.value), 'newest', numberOf));
    };
    const timer = setTimeout(() => void ask(), hasAsked.current ? SETTLE_MS : 0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [path, version, tries, read, numberOf]);

  async function showOlder(): Promise<void> {
    const oldest = pages?.items.at(-1);
    if (oldest === undefined || isBusy) return;
    setIsBusy(true);
    const answer = await call<Answer>('GET', `${path}${path.includes('?') ? '&' : '?'}before=${numberOf(oldest)}`);
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setPages((known) => joinPages(known, read(answer.value), 'older', numberOf));
  }

  return {
    pages,
    error,
    isBusy,
    showOlder: () => void showOlder(),
    tryAgain: () => {
      setIsBusy(true);
      setTries((tried) => tried + 1);
    },
  };
}
