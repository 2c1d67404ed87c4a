import type { EventState } from '../../../domain/model/state.ts';
import type { Starter } from '../../../domain/schedule/order.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { breakLongWords } from '../../ui/print/long-words.tsx';
import { PrintPages } from '../../ui/print/print-pages.tsx';
import { firstStart, formatFromFirst } from './list-words.ts';
import { PrintStartList, StartListTitle } from './print-start-list.tsx';

export type Sheet = 'everybody' | 'starter';

export interface PrintSheetProps {
  readonly event: EventState;
  readonly starters: readonly Starter[];
  readonly sheet: Sheet;
  readonly at: EpochMs;
  readonly onDone: () => void;
}

export function PrintSheet({ event, starters, sheet, at, onDone }: PrintSheetProps) {
  const first = firstStart(starters);
  return (
    <PrintPages label="Start list for printing" onDone={onDone}>
      {sheet === 'starter' ? (
        <>
          <StartListTitle event={event} first={first} at={at} />
          <StarterColumn starters={starters} first={first} timeZone={event.timeZone} />
        </>
      ) : (
        <PrintStartList event={event} starters={starters} at={at} />
      )}
    </PrintPages>
  );
}

interface StarterColumnProps {
  readonly starters: readonly Starter[];
  readonly first: EpochMs | null;
  readonly timeZone: string;
}

/** Start list in one column of large type, with a box to tick: it is read on the ramp with gloves on. */
function StarterColumn({ starters, first, timeZone }: StarterColumnProps) {
  return (
    <ol className="print-starters">
      {starters.map(({ racerId, at, bib, name }) => (
        <li key={racerId}>
          <span className="print-box" />
          <span>{at === null ? '' : formatTimeOfDay(at, timeZone)}</span>
          <span>{at === null || first === null ? '' : formatFromFirst(at, first)}</span>
          <strong>{bib}</strong>
          <bdi>{breakLongWords(name)}</bdi>
        </li>
      ))}
    </ol>
  );
}
