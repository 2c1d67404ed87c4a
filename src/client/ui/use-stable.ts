import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns one function for the whole life of a component, which calls the latest `run`, so that nothing is drawn again for it.
 */
export function useStable<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
