import { useRef, useState } from 'react';
import type { Result } from '../../domain/result.ts';
import type { CallError } from './api.ts';

export interface Action<Inputs extends unknown[], Answer> {
  readonly isBusy: boolean;
  /** Why the last call was refused; null while one is under way. */
  readonly error: CallError | null;
  /** The answer, or null when refused, or when a call is still under way: a double tap is one press. */
  readonly run: (...inputs: Inputs) => Promise<Answer | null>;
}

export function useAction<Inputs extends unknown[], Answer>(
  action: (...inputs: Inputs) => Promise<Result<Answer, CallError>>,
): Action<Inputs, Answer> {
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);

  const run = async (...inputs: Inputs): Promise<Answer | null> => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setIsBusy(true);
    setError(null);
    const answer = await action(...inputs);
    isUnderWay.current = false;
    setIsBusy(false);
    if (answer.ok) return answer.value;
    setError(answer.error);
    return null;
  };

  return { isBusy, error, run };
}
