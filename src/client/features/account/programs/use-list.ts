import { useCallback, useEffect, useState } from 'react';
import type { Result } from '../../../../domain/result.ts';
import { call, type CallError } from '../../../session/api.ts';

export interface ListState<List> {
  /** Null until the first answer. */
  readonly list: List | null;
  readonly error: CallError | null;
  readonly isBusy: boolean;
  /** A call whose answer holds the list as it is then. Null when it was refused. */
  readonly change: <Answer extends List>(path: string, body: object) => Promise<Answer | null>;
  readonly load: () => void;
}

/** A list of the account that every call about it answers anew. */
export function useList<List extends object>(path: string): ListState<List> {
  const [list, setList] = useState<List | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [isBusy, setIsBusy] = useState(true);

  const take = useCallback(<Answer extends List>(answer: Result<Answer, CallError>): Answer | null => {
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setList(answer.value);
    return answer.ok ? answer.value : null;
  }, []);
  const load = useCallback(() => void call<List>('GET', path).then(take), [path, take]);
  useEffect(load, [load]);
  return {
    list,
    error,
    isBusy,
    load,
    async change<Answer extends List>(address: string, body: object) {
      if (isBusy) return null;
      setIsBusy(true);
      return take(await call<Answer>('POST', address, body));
    },
  };
}
