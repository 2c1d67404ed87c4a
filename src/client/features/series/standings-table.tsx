import { useDeferredValue, useState } from 'react';
import { counted, word } from '../../../domain/language.ts';
import type { Score } from '../../../domain/series/score-event.ts';
import type { Standing, Standings } from '../../../domain/series/standings.ts';
import { writeValue } from '../../../domain/series/write-value.ts';
import type { SeriesAnswer, SeriesEventInfo } from '../../../protocol/series.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { markOf, nameTotal } from './series-words.ts';

/** From the width `md` on, and on paper. */
const HAS_COLUMNS = '(min-width: 48rem), print';

/** More than a phone shows at once. */
const FIRST_ROWS = 20;

export interface StandingsTableProps {
  readonly series: SeriesAnswer;
  readonly standings: Standings;
}

/** On a phone the events of a racer are behind a press on the row; on a wide screen each has its column. */
export function StandingsTable({ series, standings }: StandingsTableProps) {
  const events = series.events.filter(({ state }) => state !== 'gone');
  // The first places are on the screen before a phone has built the other rows.
  const rows = useDeferredValue(standings.rows, standings.rows.slice(0, FIRST_ROWS));
  // A season of 50 events and 200 racers has 10,000 cells, which a phone would build and never show.
  const columns = useMedia(HAS_COLUMNS) ? events : [];
  if (standings.rows.length === 0) {
    return (
      <EmptyState title="No results yet">
        Standings appear with the first finish in one of the events of this series.
      </EmptyState>
    );
  }
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-card shadow-card print:overflow-visible print:border-0 print:shadow-none">
      <table className="w-full border-collapse text-16 print:text-13">
        <caption className="sr-only">
          Standings of {series.name}
          {standings.category !== null && `, ${standings.category}`}
        </caption>
        <thead>
          <tr className="border-b border-line text-14 text-ink-2">
            <th scope="col" className="w-14 px-3 py-3 text-end font-[650]">
              <span className="sr-only">Rank</span>
            </th>
            <th scope="col" className="px-2 py-3 text-start font-[650]">
              {series.rules.of === 'teams' ? 'Team' : 'Racer'}
            </th>
            {columns.map((event, index) => (
              <EventHead key={event.id} event={event} number={index + 1} />
            ))}
            <th scope="col" className="px-4 py-3 text-end font-[650] whitespace-nowrap">
              {nameTotal(series.rules)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.racerId} row={row} series={series} events={events} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EventHead({ event, number }: { readonly event: SeriesEventInfo; readonly number: number }) {
  return (
    <th
      scope="col"
      title={event.name}
      className="px-2 py-3 text-end font-[650] whitespace-nowrap max-md:hidden print:table-cell"
    >
      {number}
      <span className="sr-only">. {event.name}</span>
      {event.state === 'running' && <span className="ms-1 text-good">live</span>}
    </th>
  );
}

interface RowProps {
  readonly row: Standing;
  readonly series: SeriesAnswer;
  readonly events: readonly SeriesEventInfo[];
  /** The events that have a column of their own. */
  readonly columns: readonly SeriesEventInfo[];
}

function Row({ row, series, events, columns }: RowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const scores = new Map(row.scores.map((score) => [score.eventId, score]));
  return (
    <>
      <tr className="border-b border-line last:border-b-0 print:break-inside-avoid">
        <td className="digits h-14 px-3 text-end font-[720] print:h-auto">
          {row.rank === null ? '–' : `#${row.rank}`}
        </td>
        <th scope="row" className="px-2 py-2 text-start font-[650]">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="min-h-11 w-full text-start md:hidden print:hidden"
          >
            <bdi>{row.name}</bdi>
            <span className="block text-13 font-normal text-ink-2">
              {row.rank === null ? tooFew(series) : countScores(row)}
            </span>
          </button>
          <span className="max-md:hidden print:inline">
            <bdi>{row.name}</bdi>
            {row.rank === null && <span className="block text-13 font-normal text-ink-2">{tooFew(series)}</span>}
          </span>
        </th>
        {columns.map(({ id }) => (
          <td key={id} className="digits px-2 py-2 text-end whitespace-nowrap max-md:hidden print:table-cell">
            <Value score={scores.get(id)} series={series} />
          </td>
        ))}
        <td className="digits px-4 py-2 text-end font-[720] whitespace-nowrap">
          {writeValue(row.total, series.rules)}
        </td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line bg-soft md:hidden print:hidden">
          <td colSpan={3} className="py-3 ps-16 pe-2">
            <ul className="flex flex-col gap-2 text-14">
              {events.flatMap(({ id, name }) => {
                const score = scores.get(id);
                return score === undefined
                  ? []
                  : [
                      <li key={id} className="flex justify-between gap-4">
                        <span className="min-w-0">
                          <bdi className="block truncate">{name}</bdi>
                          <span className="text-13 text-ink-2">{explainScore(score)}</span>
                        </span>
                        <span className="digits pe-2">
                          <Value score={score} series={series} />
                        </span>
                      </li>,
                    ];
              })}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}

/** A dropped score stands in brackets and is struck through: not by its colour alone. */
function Value({ score, series }: { readonly score: Score | undefined; readonly series: SeriesAnswer }) {
  if (score === undefined) return <span className="text-ink-2">·</span>;
  const value = writeValue(score.value, series.rules);
  const mark = markOf(score);
  return (
    <span title={explainScore(score)} className={score.isDropped ? 'text-ink-2 line-through' : ''}>
      {score.isDropped ? `(${value})` : value}
      {mark && <span className="text-13">{mark}</span>}
      <span className="sr-only">, {explainScore(score)}</span>
    </span>
  );
}

function countScores({ scores }: Standing): string {
  const dropped = scores.filter(({ isDropped }) => isDropped).length;
  const events = counted(scores.length, 'event', 'events');
  return dropped === 0 ? events : `${events}, ${dropped} not counted`;
}

const tooFew = ({ rules }: SeriesAnswer): string => `needs ${rules.minimum} events`;

/** What is said of a score besides its value. */
function explainScore({ kind, place, isDropped }: Score): string {
  const what = kind === 'helper' ? word('helped') : kind === 'dnf' ? 'did not finish' : `place ${place}`;
  return isDropped ? `${what}, not counted` : what;
}
