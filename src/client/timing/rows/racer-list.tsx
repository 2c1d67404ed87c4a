import { type ReactNode, useRef } from 'react';
import type { EntryResult, RacerState } from '../../../domain/results/entry-result.ts';
import { KeepFocus } from './keep-focus.ts';
import { useRowMotion } from './use-row-motion.ts';
import { useRowWindow } from './use-row-window.ts';

/** A button of 64 px and the room around it. Every row has this height, whatever it says: no row moves another. */
const ROW_REM = 4.5;
// `contain-content`: a row that moves is not drawn again inside. Opaque, so that rows pass over each other and not through.
const ROW =
  'relative @container flex h-18 contain-content items-center gap-3 bg-card pe-1 ps-3.5 not-first:border-t not-first:border-line';

/** Parts that are shown in the rows of some racers, by racer. */
export type RacerNodes = ReadonlyMap<string, ReactNode>;

export function isIn({ entry, state: now }: EntryResult, state: RacerState): boolean {
  return now === state && !entry.removed;
}

export interface RacerListProps {
  readonly racers: readonly EntryResult[];
  /** The content of the card; drawn anew only when its own props have changed. */
  readonly children: (racer: EntryResult) => ReactNode;
}

/** Racers with a button each, one below the other. */
export function RacerList({ racers, children }: RacerListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { from, to, style, isWindowed } = useRowWindow(list, racers.length, ROW_REM);
  const order = racers.map(({ entry, state }) => `${entry.racerId} ${state}`).join();
  useRowMotion(list, order);
  return (
    <ul ref={list} style={style} className="relative overflow-clip rounded-card border border-line bg-card shadow-card">
      {racers.slice(from, to).map((racer, index) => (
        <li
          key={racer.entry.racerId}
          data-row={racer.entry.racerId}
          className={ROW}
          // Most rows of the list may not be in the document to be counted.
          {...(isWindowed ? { 'aria-posinset': from + index + 1, 'aria-setsize': racers.length } : {})}
        >
          {children(racer)}
        </li>
      ))}
      <KeepFocus list={list} order={order} />
    </ul>
  );
}
