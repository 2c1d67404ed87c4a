import { useEffect, useRef, useState } from 'react';

export interface Newest<Wish, Value> {
  readonly wish: Wish;
  readonly value: Value;
}

/**
 * The newest answer to a wish that changes, and the former until it is there; null before the first. Only one is asked at a time:
 * a drag has sixty wishes a second, and those between would be answered long after it.
 */
export function useNewest<Wish, Value>(
  wish: Wish | null,
  ask: ((wish: Wish) => Promise<Value>) | null,
): Newest<Wish, Value> | null {
  const [newest, setNewest] = useState<Newest<Wish, Value> | null>(null);
  const isAsking = useRef(false);
  useEffect(() => {
    if (wish === null || ask === null || isAsking.current || newest?.wish === wish) return;
    isAsking.current = true;
    void ask(wish).then((value) => {
      isAsking.current = false;
      setNewest({ wish, value });
    });
  }, [wish, ask, newest]);
  return newest;
}
