import { useEffect, useState } from 'react';
import { useStable } from '../../ui/use-stable.ts';

/** How a list keeps what a finger may be on its way to. */
export interface Hold<Shown, Wanted> {
  /** Everything in its place. */
  readonly show: (wanted: Wanted) => Shown;
  /** What is new, with nothing moved; the same object where nothing changes. */
  readonly keep: (shown: Shown, wanted: Wanted, now: number) => Shown;
  /** True when there is nothing to close up. */
  readonly isShown: (shown: Shown, wanted: Wanted) => boolean;
  /** Nobody's finger is near. */
  readonly mayMove: (shown: Shown, now: number) => boolean;
  /** When that may change; `Infinity` where nobody can say. */
  readonly nextLook: (shown: Shown) => number;
}

/** A finger that is down, or a racer who is expected, says nothing of when that will be over. */
const LOOK_EVERY_MS = 1_000;

/** What is on the screen, and a function that closes the list up at once: false where there is nothing to close up. */
export function useHold<Shown, Wanted>(wanted: Wanted, hold: Hold<Shown, Wanted>): readonly [Shown, () => boolean] {
  const [held, setHeld] = useState(() => hold.show(wanted));
  const shown = look(held, wanted, hold);
  if (shown !== held) setHeld(shown);

  const lookAgain = useStable(() => look(shown, wanted, hold));
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
      const next = lookAgain();
      if (next === shown) plan();
      else setHeld(next);
    };
    plan();
    return () => clearTimeout(timer);
  }, [shown, wanted, isShown, lookAgain, nextLook]);

  const closeUp = useStable(() => {
    if (!isShown) setHeld(hold.show(wanted));
    return !isShown;
  });
  return [shown, closeUp];
}

function look<Shown, Wanted>(shown: Shown, wanted: Wanted, hold: Hold<Shown, Wanted>): Shown {
  const now = performance.now();
  const kept = hold.keep(shown, wanted, now);
  return hold.isShown(kept, wanted) || !hold.mayMove(kept, now) ? kept : hold.show(wanted);
}
