import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { EpochMs } from '../../../../domain/units.ts';

type Write = (element: HTMLElement, now: EpochMs) => void;

const TickContext = createContext<{ readonly writers: Set<() => void>; readonly now: () => EpochMs } | null>(null);

/** Words that change with the clock are written once a second, outside React, and not while the page is hidden. */
export function Seconds({ now, children }: { readonly now: () => EpochMs; readonly children: ReactNode }) {
  const ticking = useMemo(() => ({ writers: new Set<() => void>(), now }), [now]);
  useEffect(() => {
    const { writers } = ticking;
    const timer = setInterval(() => {
      if (!document.hidden) for (const write of writers) write();
    }, 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return <TickContext value={ticking}>{children}</TickContext>;
}

/** Runs `write` at once, whenever it changes, and every second. */
export function useSeconds<Target extends HTMLElement>(write: Write) {
  const element = useRef<Target>(null);
  const ticking = use(TickContext);
  useLayoutEffect(() => {
    if (ticking === null) return;
    const run = () => {
      if (element.current !== null) write(element.current, ticking.now());
    };
    run();
    ticking.writers.add(run);
    return () => void ticking.writers.delete(run);
  }, [ticking, write]);
  return element;
}
