import { type ComponentType, type ReactNode, useRef } from 'react';
import type { EntryResult } from '../../../../../domain/results/entry-result.ts';
import type { KeepFocusProps } from './keep-focus.ts';
import { useRowMotion } from './use-row-motion.ts';
import { useRowWindow } from './use-row-window.ts';

/** A card and the gap under it: 86 + 10 px. */
const ROW_REM = 6;
// `contain-content`: a row that moves is not drawn again inside.
const CARD =
  'relative mb-2.5 flex contain-content items-center gap-3 rounded-card border border-line bg-card p-2.5 pl-3.5 shadow-card';

export interface RacerListProps {
  readonly racers: readonly EntryResult[];
  /** The content of the card; drawn anew only when its own props have changed. */
  readonly children: (racer: EntryResult) => ReactNode;
  /** Where the buttons can be pressed. */
  readonly KeepFocus?: ComponentType<KeepFocusProps> | undefined;
}

/** Racers with a button each, one below the other. */
export function RacerList({ racers, children, KeepFocus }: RacerListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { from, to, style, isWindowed } = useRowWindow(list, racers.length, ROW_REM);
  const order = racers.map(({ entry }) => entry.racerId).join();
  useRowMotion(list, order);
  return (
    <ul ref={list} style={style} className="relative -mb-2.5">
      {racers.slice(from, to).map((racer, index) => (
        <li
          key={racer.entry.racerId}
          data-row={racer.entry.racerId}
          className={isWindowed ? `${CARD} h-21.5` : CARD}
          // Most rows of the list may not be in the document to be counted.
          {...(isWindowed ? { 'aria-posinset': from + index + 1, 'aria-setsize': racers.length } : {})}
        >
          {children(racer)}
        </li>
      ))}
      {KeepFocus && <KeepFocus list={list} order={order} />}
    </ul>
  );
}
