import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { withDecimalSign } from '../../../domain/language.ts';
import { breakLongWords } from './long-words.tsx';
import './print.css';

const FOOT = '--print-foot';

export interface PrintPagesProps {
  /** Name of the printed pages, for screen readers. */
  readonly label: string;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/**
 * Paper: opens the browser's own print dialog, which also saves as PDF. The pages stand beside the app, which is hidden
 * in print: a part inside of it would print as far as the screen shows it.
 */
export function PrintPages({ label, onDone, children }: PrintPagesProps) {
  const pages = useRef<HTMLElement>(null);
  useEffect(() => {
    window.addEventListener('afterprint', onDone);
    const pictures = Array.from(pages.current!.querySelectorAll('img'));
    // Asked at once where there is no picture: some browsers open their dialog only in the task of the press.
    let isOver = false;
    if (pictures.length === 0) window.print();
    else {
      void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
        if (!isOver) window.print();
      });
    }
    return () => {
      isOver = true;
      window.removeEventListener('afterprint', onDone);
    };
  }, [onDone]);
  return createPortal(
    <section ref={pages} className="print-sheet print-pages" aria-label={label}>
      {children}
    </section>,
    document.body,
  );
}

/** At the foot of every page, where the engine can (`print.css`): a sheet that lies apart from the others says what it is of. */
export function PrintFoot({ text }: { readonly text: string }) {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(FOOT, `"${text.replaceAll(/["\\\p{Control}]/gu, ' ')}"`);
    return () => void style.removeProperty(FOOT);
  }, [text]);
  return null;
}

export function PrintTitle({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <header>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </header>
  );
}

export interface PrintColumn<Row> {
  readonly title: string;
  readonly of: (row: Row) => string;
  /** Numbers and times stand at the end of their column. */
  readonly isNumber?: boolean;
  /** The column that a reader looks for. */
  readonly isStrong?: boolean;
}

export interface PrintTableProps<Row> {
  /** Above the table, and on the same page as its first rows. */
  readonly heading?: string;
  readonly columns: readonly PrintColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A table whose titles are on every page, and whose rows are never cut in two. */
export function PrintTable<Row>({ heading, columns, rows, keyOf }: PrintTableProps<Row>) {
  return (
    <table>
      <thead>
        {heading !== undefined && (
          <tr className="print-heading">
            <th colSpan={columns.length} scope="colgroup">
              <bdi>{breakLongWords(heading)}</bdi>
            </th>
          </tr>
        )}
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" className={isNumber === true ? 'print-number' : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, of, isNumber, isStrong }) => (
              <td key={title} className={isNumber === true ? 'print-number' : ''}>
                <Cell text={of(row)} isNumber={isNumber === true} isStrong={isStrong === true} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly text: string;
  readonly isNumber: boolean;
  readonly isStrong: boolean;
}

function Cell({ text, isNumber, isStrong }: CellProps) {
  const shown = isNumber ? withDecimalSign(text) : <bdi>{breakLongWords(text)}</bdi>;
  return isStrong ? <strong>{shown}</strong> : shown;
}
