import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { breakLongWords } from '../../../ui/print/long-words.tsx';
import type { Entry } from '../../../../domain/model/state.ts';

const EMPTY_ROWS = 36;

export interface PaperSheetProps {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/**
 * On paper only: the racers to tick off, and a grid for numbers and times as they come. It stands beside the page, which
 * is hidden in print.
 */
export function PaperSheet({ name, entries }: PaperSheetProps) {
  return createPortal(
    <section className="print-sheet print-grid" aria-label="Paper sheet for printing">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <Blanks />
      <table>
        <thead>
          <tr>
            <th>No.</th>
            <th>Racer</th>
            <th>Start</th>
            <th>Finish</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.racerId}>
              <td>{entry.bib}</td>
              <td>
                <bdi>{breakLongWords(entry.name)}</bdi>
              </td>
              <Cell />
              <Cell />
            </tr>
          ))}
        </tbody>
      </table>
      <Blanks className="print-page" />
      <table>
        <thead>
          <tr>
            <th>No.</th>
            <th>Time (hh:mm:ss.t)</th>
            <th>No.</th>
            <th>Time (hh:mm:ss.t)</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: EMPTY_ROWS }, (_, row) => (
            <tr key={row}>
              <Cell />
              <Cell />
              <Cell />
              <Cell />
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}

/** On every page: the two lie apart at the end of a race. */
const Blanks = ({ className = '' }: { readonly className?: string }) => (
  <p className={className}>
    Date: ______________ Line: ______________ Timekeeper: ______________ Clock checked at: ______________
  </p>
);

/** Without content: a cell to write in. */
function Cell({ children }: { readonly children?: ReactNode }) {
  return <td>{children}</td>;
}
