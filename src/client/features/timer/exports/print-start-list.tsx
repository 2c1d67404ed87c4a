import type { EventState } from '../../../../domain/events/state.ts';
import { listStarters, type Starter, startGroup } from '../../../../domain/schedule/order.ts';
import { formatDate, formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { type PrintColumn, PrintTable, PrintTitle } from '../../../ui/print/print-pages.tsx';
import { firstStart, formatFromFirst } from '../start-list/list-words.ts';

/** Race time and clock time side by side: riders look for the one, the starter for the other. */
export function PrintStartList({ event }: { readonly event: EventState }) {
  const { timeZone } = event;
  const starters = listStarters(event.entries);
  const first = firstStart(starters);
  const columns: PrintColumn<Starter>[] = [
    ...(first === null
      ? []
      : [
          {
            title: 'Race time',
            isNumber: true,
            of: ({ at }: Starter) => (at === null ? '' : formatFromFirst(at, first)),
          },
          {
            title: 'Clock',
            isNumber: true,
            isStrong: true,
            of: ({ at }: Starter) => (at === null ? '' : formatTimeOfDay(at, timeZone)),
          },
        ]),
    { title: 'No.', isStrong: true, of: ({ bib }) => bib ?? '' },
    { title: 'Name', of: ({ name }) => name },
    { title: 'Group', of: (starter) => startGroup(starter) ?? '' },
  ];
  const when =
    first === null
      ? []
      : [`${formatDate(first, timeZone)}, first start ${formatTimeOfDay(first, timeZone)} (${timeZone})`];
  return (
    <>
      <PrintTitle title={event.name} lines={['Start list', ...when]} />
      <PrintTable columns={columns} rows={starters} keyOf={({ racerId }) => racerId} />
    </>
  );
}
