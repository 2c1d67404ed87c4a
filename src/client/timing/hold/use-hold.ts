import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStable } from '../../ui/use-stable.ts';

/** Rules by which a list keeps the rows that a finger may be on its way to. */
export interface Hold<Shown, Wanted> {
  /** The list as wanted, with everything in its place. */
  readonly show: (wanted: Wanted) => Shown;
  /** The shown list with what is new and nothing moved; the same object where nothing changes. */
  readonly keep: (shown: Shown, wanted: Wanted, now: number) => Shown;
  /** True when there is nothing to close up. */
  readonly isShown: (shown: Shown, wanted: Wanted) => boolean;
  /** Whether rows may move: no finger is near. */
  readonly mayMove: (shown: Shown, now: number) => boolean;
  /** When that may change; `Infinity` where nobody can say. */
  readonly nextLook: (shown: Shown) => number;
}

/** A finger that is down, or a racer who is expected, says nothing of when that will be over. */
const LOOK_EVERY_MS = 1_000;

/** The list on the screen, and a function that closes it up at once; the function is false where there is nothing to close up. */
export function useHold<Shown, Wanted>(wanted: Wanted, hold: Hold<Shown, Wanted>): readonly [Shown, () => boolean] {
  const [screen] = useState(() => createScreen(hold.show(wanted)));
  const look = () => screen.look(wanted, hold);
  const shown = useSyncExternalStore(screen.subscribe, look, look);
  const nextLook = useStable(() => hold.nextLook(shown));
  const isShown = hold.isShown(shown, wanted);
  // Each look plans the next one, and draws nothing that stays as it is.
  useEffect(() => {
    if (isShown) return;
    let timer: ReturnType<typeof setTimeout>;
    const plan = () => {
      const wait = Math.max(0, nextLook() - performance.now()) + 1;
      timer = setTimeout(again, Math.min(wait, LOOK_EVERY_MS));
    };
    const again = () => {
      plan();
      screen.lookAgain();
    };
    plan();
    return () => clearTimeout(timer);
  }, [screen, shown, wanted, isShown, nextLook]);

  const closeUp = useStable(() => {
    if (!isShown) screen.show(hold.show(wanted));
    return !isShown;
  });
  return [shown, closeUp];
}

/**
 * Keeps what a list shows, which follows from what it showed before. It is kept outside React: state set while drawing draws a
 * screen twice.
 */
function createScreen<Shown>(first: Shown) {
  const listeners = new Set<() => void>();
  let shown = first;
  const lookAgain = () => listeners.forEach((hear) => hear());
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    look<Wanted>(wanted: Wanted, hold: Hold<Shown, Wanted>): Shown {
      const now = performance.now();
      shown = hold.keep(shown, wanted, now);
      if (!hold.isShown(shown, wanted) && hold.mayMove(shown, now)) shown = hold.show(wanted);
      return shown;
    },
    lookAgain,
    show(next: Shown) {
      shown = next;
      lookAgain();
    },
  };
}
