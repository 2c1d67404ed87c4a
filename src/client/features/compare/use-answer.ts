import { useEffect, useState } from 'react';
import { call, type CallError } from '../../session/api.ts';
import { takeWhenThere } from '../../loading/take-when-there.ts';

export interface Asked<Answer> {
  /** Null while it is on its way. */
  readonly answer: Answer | null;
  readonly error: CallError | null;
}

const ON_ITS_WAY = { answer: null, error: null };

/** The answer to the question that the path is; of two questions, only that to the last one. Null asks nothing. */
export function useAnswer<Answer>(path: string | null): Asked<Answer> {
  const [got, setGot] = useState<(Asked<Answer> & { readonly path: string }) | null>(null);
  useEffect(() => {
    if (path === null) return;
    return takeWhenThere(call<Answer>('GET', path), (reply) =>
      setGot({ path, answer: reply.ok ? reply.value : null, error: reply.ok ? null : reply.error }),
    );
  }, [path]);
  return got?.path === path ? got : ON_ITS_WAY;
}
