import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Line } from '../../../domain/model/lines.ts';
import type { EventState, Tap } from '../../../domain/model/state.ts';
import { findByBib, type FoundBib } from '../../../domain/results/find-bib.ts';
import { type Likely, rankLikely } from '../../../domain/results/likely.ts';

interface Choosing {
  readonly tapId: string;
  readonly typed: string;
  readonly found: FoundBib | null;
  /** Opened by a digit on the keyboard: closed again once the time is given, so that the list can be seen. */
  readonly isPassing?: boolean;
}

export interface ChooserParts {
  readonly event: EventState;
  readonly line: Line;
  readonly waiting: readonly Tap[];
  readonly toCome: readonly Likely[];
  readonly give: (tapId: string, racerId: string) => void;
}

const MOST_DIGITS = 6;

export type TapChooser = ReturnType<typeof useChooser>;

/** Whether somebody has a number: a keypad finds nobody else. */
export const hasNumbers = ({ entries }: EventState): boolean => Object.values(entries).some(({ bib }) => bib !== null);

/** The tap that is being given, and the number typed for it. Digits on a keyboard are for the oldest waiting tap. */
export function useChooser({ event, line, waiting, toCome, give }: ChooserParts) {
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const chosen = choosing === null ? undefined : event.taps[choosing.tapId];
  const tap = chosen === undefined || chosen.undone ? null : chosen;
  const likely = useMemo(() => (tap === null ? [] : rankLikely(toCome, tap)), [toCome, tap]);
  const typed = tap === null ? '' : choosing!.typed;
  const found = tap === null ? null : choosing!.found;

  // The functions stay the same, so that rows that hold them are not drawn again with every digit.
  const open = useCallback((tapId: string) => setChoosing({ tapId, typed: '', found: null }), []);
  const close = useCallback(() => setChoosing(null), []);

  // A tap that was just given waits on the screen until the disk has the command: the next number is not for that tap.
  const leaving = useRef(new Set<string>());
  useEffect(() => {
    for (const id of leaving.current) if (event.taps[id]?.racerId !== null) leaving.current.delete(id);
  }, [event]);
  const nextWaiting = () => waiting.find(({ id }) => !leaving.current.has(id));

  /** Gives a time and goes on to the next waiting one: a user who types one number types several. */
  function giveTo(racerId: string): void {
    if (tap === null) return;
    leaving.current.add(tap.id);
    give(tap.id, racerId);
    const goesOn = tap.racerId === null && choosing?.isPassing !== true;
    const next = goesOn ? nextWaiting() : undefined;
    if (next === undefined) close();
    else open(next.id);
  }

  return {
    tap,
    likely,
    typed,
    found,
    open,
    /** The oldest time that waits; null where none does. */
    openNext: waiting.length === 0 ? null : () => open((nextWaiting() ?? waiting[0]!).id),
    close,
    giveTo,
    type(digit: string) {
      const tapId = tap?.id ?? nextWaiting()?.id;
      const isPassing = tap === null || choosing?.isPassing === true;
      if (tapId !== undefined)
        setChoosing({ tapId, typed: (typed + digit).slice(0, MOST_DIGITS), found: null, isPassing });
    },
    erase() {
      if (tap !== null) setChoosing({ ...choosing!, typed: typed.slice(0, -1), found: null });
    },
    /** A number that is odd is said first, and given when it is asked for again. */
    giveTyped() {
      if (tap === null || typed === '') return;
      const next = findByBib(event, line, likely, typed);
      if (next.kind === 'to-come' || (next.kind !== 'nobody' && next.kind === found?.kind)) {
        giveTo(next.racer.entry.racerId);
      } else setChoosing({ ...choosing!, found: next });
    },
  };
}
