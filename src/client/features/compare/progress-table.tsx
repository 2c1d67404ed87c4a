import { useState } from 'react';
import { Link } from 'react-router';
import { counted, word } from '../../../domain/language.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { durationMs } from '../../../domain/units.ts';
import type { ProgressAnswer } from '../../../protocol/compare.ts';
import { racerPagePath } from '../../../protocol/history.ts';
import type { ShownRacer } from './shown-progress.ts';
import { TrendLine } from './trend-line.tsx';
import { dayOf, nameSection, sayTrend, writeChange } from './words.ts';

export interface ProgressTableProps {
  readonly answer: ProgressAnswer;
  readonly rows: readonly ShownRacer[];
  readonly part: number | null;
}

export function ProgressTable({ answer, rows, part }: ProgressTableProps) {
  const { sections } = answer;
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-card shadow-card">
      <table className="w-full border-collapse text-16">
        <caption className="sr-only">
          Who gets faster: {part === null ? 'whole course' : nameSection(sections[part]!)}
        </caption>
        <thead>
          <tr className="border-b border-line text-14 text-ink-2">
            <th scope="col" className="px-4 py-3 text-start font-[650]">
              Racer
            </th>
            <th scope="col" className="w-24 px-2 py-3 text-start font-[650] sm:w-36">
              Times
            </th>
            <th scope="col" className="px-3 py-3 text-end font-[650] max-md:hidden">
              A week
            </th>
            <th scope="col" className="py-3 ps-2 pe-4 text-end font-[650]">
              {word('Change', 'difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.racerId} answer={answer} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ answer, row }: { readonly answer: ProgressAnswer; readonly row: ShownRacer }) {
  const [isOpen, setIsOpen] = useState(false);
  const { races, sections } = answer;
  const { name, trend, times, bestPart } = row;
  return (
    <>
      <tr className="border-b border-line last:border-b-0">
        <th scope="row" className="py-1 ps-4 text-start font-[650]">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="flex min-h-11 w-full items-end pb-0.5 text-start wrap-anywhere"
          >
            <bdi>{name}</bdi>
          </button>
          <span className="mb-2 block text-13 font-normal text-ink-2">
            {counted(times.length, 'result', 'results')}
            {bestPart !== null && (
              <>
                {', most on '}
                <bdi>{nameSection(sections[bestPart]!)}</bdi>
              </>
            )}
          </span>
        </th>
        <td className="px-2">
          <TrendLine times={times} from={races[0]!.at} to={races.at(-1)!.at} isFaster={trend?.says === 'faster'} />
        </td>
        <td className="digits px-3 text-end whitespace-nowrap text-ink-2 max-md:hidden">
          {trend === null || trend.says === 'steady' ? '–' : writeChange(trend.perWeek)}
        </td>
        <td
          className={`digits py-2 ps-2 pe-4 text-end max-sm:text-14 ${trend === null ? 'text-14 text-ink-2' : 'font-[720]'} ${trend?.says === 'faster' ? 'text-good' : ''}`}
        >
          {sayTrend(trend, times.length)}
        </td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line bg-soft">
          <td colSpan={4} className="px-4 py-3">
            <ol className="flex flex-col gap-1 text-14">
              {times.map(({ event, ms }) => (
                <li key={event} className="flex justify-between gap-4">
                  <span className="min-w-0 truncate">
                    {dayOf(races[event]!)}, <bdi>{races[event]!.name}</bdi>
                  </span>
                  <span className="digits">{formatDuration(durationMs(ms))}</span>
                </li>
              ))}
            </ol>
            <Link to={racerPagePath(row.racerId)} className="link mt-1 inline-flex min-h-11 items-center text-14">
              Results and personal bests
            </Link>
          </td>
        </tr>
      )}
    </>
  );
}
