import { type ReactNode, useRef } from 'react';
import { useRowWindow } from './use-row-window.ts';

/** The height of a row: room for a timing button, or for a name and two lines. */
const ROW_REM = 4.5;

export interface WindowListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** Racers in rows of one height. Of a long list only the rows near the screen are in the document. */
export function WindowList<Row>({ label, rows, keyOf, children }: WindowListProps<Row>) {
  const list = useRef<HTMLOListElement>(null);
  const { from, to, style, isWindowed, rowClass } = useRowWindow(list, rows.length, ROW_REM);
  return (
    <ol
      ref={list}
      aria-label={label}
      style={style}
      className="overflow-clip rounded-card border border-line bg-card shadow-card"
    >
      {rows.slice(from, to).map((row, index) => (
        <li
          key={keyOf(row)}
          className={`relative @container flex h-18 items-center gap-3 px-3.5 not-first:border-t not-first:border-line ${rowClass}`}
          {...(isWindowed ? { 'aria-posinset': from + index + 1, 'aria-setsize': rows.length } : {})}
        >
          {children(row)}
        </li>
      ))}
    </ol>
  );
}
