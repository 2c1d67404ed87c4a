import { LANGUAGE, word } from '../../../domain/language.ts';
import type { EventState } from '../../../domain/model/state.ts';
import { categoryOf } from '../../../domain/results/categories.ts';
import { type Starter, startGroup } from '../../../domain/schedule/order.ts';
import { formatDate, formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { type PrintColumn, PrintFoot, PrintTable, PrintTitle } from '../../ui/print/print-pages.tsx';
import { firstStart, formatFromFirst } from './list-words.ts';

export interface PrintStartListProps {
  readonly event: EventState;
  readonly starters: readonly Starter[];
  /** When it is printed: before the race that is the only day that is known for sure. */
  readonly at: EpochMs;
}

/** Race time and clock time side by side: riders look for the one, the starter for the other. */
export function PrintStartList({ event, starters, at }: PrintStartListProps) {
  const first = firstStart(starters);
  const isArranged = starters.some(({ at, order }) => (at ?? order) !== null);
  const rows = isArranged ? starters : starters.toSorted(byNumberAndName);
  return (
    <>
      <StartListTitle event={event} first={first} at={at} />
      <PrintTable columns={columnsOf(event, rows, first)} rows={rows} keyOf={({ racerId }) => racerId} />
    </>
  );
}

export interface StartListTitleProps extends Pick<PrintStartListProps, 'event' | 'at'> {
  readonly first: EpochMs | null;
}

export function StartListTitle({ event: { name, timeZone }, first, at }: StartListTitleProps) {
  const title =
    first === null
      ? `Start list, printed on ${formatDate(at, timeZone)}`
      : `Start list, ${formatDate(first, timeZone)}, first start ${formatTimeOfDay(first, timeZone)} (${timeZone})`;
  return (
    <>
      <PrintTitle title={name} lines={[title]} />
      <PrintFoot text={`${name} · ${formatDate(first ?? at, timeZone)}`} />
    </>
  );
}

const collator = new Intl.Collator(LANGUAGE, { numeric: true, sensitivity: 'base' });

/** Order by number, then by name; racers without a number come last. */
function byNumberAndName(one: Starter, other: Starter): number {
  const isWithout = Number(one.bib === null) - Number(other.bib === null);
  return isWithout || collator.compare(one.bib ?? '', other.bib ?? '') || collator.compare(one.name, other.name);
}

/** Columns of details without a value are left out. */
function columnsOf(event: EventState, starters: readonly Starter[], first: EpochMs | null): PrintColumn<Starter>[] {
  const { timeZone, entries } = event;
  const details: PrintColumn<Starter>[] = [
    { title: 'Category', of: ({ racerId }) => categoryOf(event, entries[racerId]!) ?? '' },
    { title: 'Club', of: ({ racerId }) => entries[racerId]!.details?.club ?? '' },
    { title: 'Group', of: (starter) => startGroup(starter) ?? '' },
  ];
  const people: PrintColumn<Starter>[] = [
    { title: 'No.', isStrong: true, of: ({ bib }) => bib ?? '' },
    { title: 'Name', of: ({ name }) => name },
    ...details.filter(({ of }) => starters.some((starter) => of(starter) !== '')),
  ];
  if (first === null) return people;
  return [
    { title: 'Race time', isNumber: true, of: ({ at }) => (at === null ? '' : formatFromFirst(at, first)) },
    {
      title: word('Clock', 'time of day'),
      isNumber: true,
      isStrong: true,
      of: ({ at }) => (at === null ? '' : formatTimeOfDay(at, timeZone)),
    },
    ...people,
  ];
}
