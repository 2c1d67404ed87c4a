import { LANGUAGE, word } from '../../../domain/language.ts';
import { useState } from 'react';
import type { Change, ComparedRacer } from '../../../domain/history/compare.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { durationMs } from '../../../domain/units.ts';
import type { ComparisonAnswer } from '../../../protocol/compare.ts';
import { Choices } from '../../ui/choices.tsx';
import { dayOf, nameSection, writeChange } from './words.ts';

export interface ComparedTableProps {
  readonly answer: ComparisonAnswer;
  /** The place of the section that is compared; null: the whole course. */
  readonly part: number | null;
}

type Order = 'gain' | 'place' | 'name';
interface Row {
  readonly racer: ComparedRacer;
  /** Null where one of the two races has no time for this part. */
  readonly change: Change | null;
}

const time = (ms: number) => formatDuration(durationMs(ms));
const headClass = 'px-3 py-3 font-[650] whitespace-nowrap';

export function ComparedTable({ answer, part }: ComparedTableProps) {
  const [order, setOrder] = useState<Order>('gain');
  const { before, after, sections } = answer;
  const { fieldChange } = part === null ? answer : sections[part]!;
  const rows = answer.racers
    .map((racer): Row => ({ racer, change: part === null ? racer : (racer.sections[part] ?? null) }))
    .toSorted(ORDERS[order]);
  return (
    <>
      <Choices
        label="Order"
        layout="line"
        chosen={order}
        options={[
          { id: 'gain', label: 'Most improved' },
          { id: 'place', label: 'By place' },
          { id: 'name', label: 'By name' },
        ]}
        onChoose={setOrder}
      />
      <div className="overflow-x-auto rounded-card border border-line bg-card shadow-card">
        <table className="w-full border-collapse text-16">
          <caption className="sr-only">
            {part === null ? 'Whole course' : nameSection(sections[part]!)}: {before.name}, {after.name}
          </caption>
          <thead>
            <tr className="border-b border-line text-14 text-ink-2">
              <th scope="col" className={`${headClass} ps-4 text-start`}>
                Racer
              </th>
              <th scope="col" className={`${headClass} text-end max-md:hidden`}>
                {dayOf(before)}
              </th>
              <th scope="col" className={`${headClass} text-end max-md:hidden`}>
                {dayOf(after)}
              </th>
              <th scope="col" className={`${headClass} text-end max-md:hidden`}>
                {word('Place', 'rank')}
              </th>
              <th scope="col" className={`${headClass} text-end`}>
                {word('Change', 'difference')}
              </th>
              {fieldChange !== null && (
                <th scope="col" className="w-20 py-3 pe-4 text-end font-[650] md:w-40">
                  Adjusted for conditions
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ racer, change }) => (
              <tr key={racer.racerId} className="border-b border-line last:border-b-0">
                <th scope="row" className="h-14 max-w-0 py-2 ps-4 pe-2 text-start font-[650] max-md:w-full md:w-2/5">
                  <bdi className="block truncate">{racer.name}</bdi>
                  <span className="digits block text-13 font-normal text-ink-2 md:hidden">
                    {change === null ? 'No split' : `${time(change.before)} → ${time(change.after)}`}
                  </span>
                </th>
                <td className="digits px-3 text-end max-md:hidden">{change === null ? '–' : time(change.before)}</td>
                <td className="digits px-3 text-end max-md:hidden">{change === null ? '–' : time(change.after)}</td>
                <td className="digits px-3 text-end whitespace-nowrap max-md:hidden">{`${racer.places[0]} → ${racer.places[1]}`}</td>
                <Changed ms={change?.change ?? null} isBold />
                {fieldChange !== null && <Changed ms={change === null ? null : change.change - fieldChange} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The sign says it as well: colour is never the only one. */
function Changed({ ms, isBold = false }: { readonly ms: number | null; readonly isBold?: boolean }) {
  const colour = ms === null || ms === 0 ? 'text-ink-2' : ms < 0 ? 'text-good' : 'text-ink';
  return (
    <td className={`digits px-3 text-end whitespace-nowrap last:pe-4 ${isBold ? 'font-[720]' : ''} ${colour}`}>
      {ms === null ? '–' : writeChange(ms)}
    </td>
  );
}

const ORDERS: Readonly<Record<Order, (one: Row, other: Row) => number>> = {
  gain: (one, other) => (one.change?.change ?? Infinity) - (other.change?.change ?? Infinity) || 0,
  place: (one, other) => one.racer.places[1] - other.racer.places[1],
  name: (one, other) => one.racer.name.localeCompare(other.racer.name, LANGUAGE),
};
