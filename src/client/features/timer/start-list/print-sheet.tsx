import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { EventState } from '../../../../domain/events/state.ts';
import { type Starter, startGroup } from '../../../../domain/schedule/order.ts';
import { formatDate, formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import { firstStart, formatFromFirst } from './list-words.ts';

export type Sheet = 'everybody' | 'starter';

export interface PrintSheetProps {
  readonly event: EventState;
  readonly starters: readonly Starter[];
  readonly sheet: Sheet;
  readonly onDone: () => void;
}

/** The list on paper. It stands beside the page, which is hidden in print: a dialog would print as its visible part. */
export function PrintSheet({ event, starters, sheet, onDone }: PrintSheetProps) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone);
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [onDone]);
  const first = firstStart(starters);
  return createPortal(
    <section className="print-sheet" aria-label="Start list for printing">
      <h1>
        <bdi>{event.name}</bdi>
      </h1>
      <p>
        Start list
        {first === null
          ? ''
          : `, ${formatDate(first, event.timeZone)}, first start ${formatTimeOfDay(first, event.timeZone)} (${event.timeZone})`}
      </p>
      {sheet === 'starter' ? (
        <StarterColumn starters={starters} first={first} timeZone={event.timeZone} />
      ) : (
        <table>
          <thead>
            <tr>
              {first !== null && <th>Race time</th>}
              {first !== null && <th>Clock</th>}
              <th>No.</th>
              <th>Name</th>
              <th>Group</th>
            </tr>
          </thead>
          <tbody>
            {starters.map((starter) => (
              <tr key={starter.racerId}>
                {first !== null && <td>{starter.at === null ? '' : formatFromFirst(starter.at, first)}</td>}
                {first !== null && <td>{starter.at === null ? '' : formatTimeOfDay(starter.at, event.timeZone)}</td>}
                <td>
                  <strong>{starter.bib}</strong>
                </td>
                <td>
                  <bdi>{starter.name}</bdi>
                </td>
                <td>
                  <bdi>{startGroup(starter)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>,
    document.body,
  );
}

interface StarterColumnProps {
  readonly starters: readonly Starter[];
  readonly first: EpochMs | null;
  readonly timeZone: string;
}

/** One column in large type, with a box to tick: read on the ramp with gloves on. */
function StarterColumn({ starters, first, timeZone }: StarterColumnProps) {
  return (
    <ol className="print-starters">
      {starters.map(({ racerId, at, bib, name }) => (
        <li key={racerId}>
          <span className="print-box" />
          <span>{at === null ? '' : formatTimeOfDay(at, timeZone)}</span>
          <span>{at === null || first === null ? '' : formatFromFirst(at, first)}</span>
          <strong>{bib}</strong>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ol>
  );
}
