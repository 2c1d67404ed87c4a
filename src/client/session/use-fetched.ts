import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { takeWhenThere } from '../loading/take-when-there.ts';
import { call, type CallError } from './api.ts';

export interface Fetched<Answer> {
  /** The last answer, also while it is requested anew; null until there is one. */
  readonly answer: Answer | null;
  readonly setAnswer: Dispatch<SetStateAction<Answer | null>>;
  readonly error: CallError | null;
  readonly retry: () => void;
}

/** Answer of a path, requested again where `version` is another; a path of null asks nothing. */
export function useFetched<Answer>(path: string | null, version?: unknown): Fetched<Answer> {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [tries, setTries] = useState(0);
  const [asked, setAsked] = useState(path);
  // The answer of a former path is dropped at once: the page of another path must never show it.
  if (asked !== path) {
    setAsked(path);
    setAnswer(null);
    setError(null);
  }
  useEffect(() => {
    if (path === null) return;
    return takeWhenThere(call<Answer>('GET', path), (reply) => {
      if (reply.ok) setAnswer(reply.value);
      setError(reply.ok ? null : reply.error);
    });
  }, [path, version, tries]);
  const retry = useCallback(() => setTries((tried) => tried + 1), []);
  return { answer, setAnswer, error, retry };
}
