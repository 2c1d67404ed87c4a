import type { EventState } from '../../../domain/model/state.ts';
import { type Starter, startGroup } from '../../../domain/schedule/order.ts';
import { formatDate, formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { type PrintColumn, PrintTable, PrintTitle } from '../../ui/print/print-pages.tsx';
import { firstStart, formatFromFirst } from './list-words.ts';

export interface PrintStartListProps {
  readonly event: EventState;
  readonly starters: readonly Starter[];
}

/** Race time and clock time side by side: riders look for the one, the starter for the other. */
export function PrintStartList({ event, starters }: PrintStartListProps) {
  const first = firstStart(starters);
  return (
    <>
      <StartListTitle event={event} first={first} />
      <PrintTable columns={columnsOf(first, event.timeZone)} rows={starters} keyOf={({ racerId }) => racerId} />
    </>
  );
}

export function StartListTitle({ event, first }: { readonly event: EventState; readonly first: EpochMs | null }) {
  const { name, timeZone } = event;
  const when =
    first === null
      ? ''
      : `, ${formatDate(first, timeZone)}, first start ${formatTimeOfDay(first, timeZone)} (${timeZone})`;
  return <PrintTitle title={name} lines={[`Start list${when}`]} />;
}

function columnsOf(first: EpochMs | null, timeZone: string): PrintColumn<Starter>[] {
  const people: PrintColumn<Starter>[] = [
    { title: 'No.', isStrong: true, of: ({ bib }) => bib ?? '' },
    { title: 'Name', of: ({ name }) => name },
    { title: 'Group', of: (starter) => startGroup(starter) ?? '' },
  ];
  if (first === null) return people;
  return [
    { title: 'Race time', isNumber: true, of: ({ at }) => (at === null ? '' : formatFromFirst(at, first)) },
    {
      title: 'Clock',
      isNumber: true,
      isStrong: true,
      of: ({ at }) => (at === null ? '' : formatTimeOfDay(at, timeZone)),
    },
    ...people,
  ];
}
