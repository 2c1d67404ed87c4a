import { withDecimalSign, word } from '../../../domain/language.ts';
import type { Score } from '../../../domain/series/score-event.ts';
import type { Standing } from '../../../domain/series/standings.ts';
import { writeValue } from '../../../domain/series/write-value.ts';
import type { SeriesAnswer } from '../../../protocol/series.ts';
import { writeMoment } from '../../ui/moment.ts';
import { type PrintColumn, PrintFoot, PrintPages, PrintTable, PrintTitle } from '../../ui/print/print-pages.tsx';
import { describeEvent, heldEvents } from './standings-files.ts';
import { describeRules, markOf, nameTotal } from './series-words.ts';

/** As many columns as a sheet of paper has beside names and totals; times are wider than points. */
const MOST_COLUMNS = { time: 6, other: 12 };

export interface PrintStandingsProps {
  readonly series: SeriesAnswer;
  readonly at: number;
  readonly onDone: () => void;
}

/** Every table of the series, its events below. A season of more events than paper is wide has them in one column. */
export function PrintStandings({ series, at, onDone }: PrintStandingsProps) {
  const columns = listColumns(series);
  const several = series.standings.length > 1;
  return (
    <PrintPages label="Standings for printing" onDone={onDone}>
      <PrintTitle title={series.name} lines={[describeRules(series)]} />
      <PrintFoot text={`${series.name} · ${writeMoment(at)}`} />
      {series.standings.map(({ category, rows }) => (
        <PrintTable
          key={category ?? ''}
          {...(several && { heading: category ?? word('Overall') })}
          columns={columns}
          rows={rows}
          keyOf={({ racerId }) => racerId}
        />
      ))}
      {heldEvents(series).map((event, index) => (
        <p key={event.id}>
          {index + 1}. <bdi>{describeEvent(event)}</bdi>
          {event.state === 'running' && ` (${word('live')})`}
        </p>
      ))}
      <p>Printed on {writeMoment(at)}</p>
    </PrintPages>
  );
}

function listColumns(series: SeriesAnswer): PrintColumn<Standing>[] {
  const { rules } = series;
  const events = heldEvents(series);
  const write = (score: Score): string => {
    const value = writeValue(score.value, rules);
    return `${score.isDropped ? `(${value})` : value}${markOf(score)}`;
  };
  const isWide = events.length > MOST_COLUMNS[rules.scoring.kind === 'time' ? 'time' : 'other'];
  const numbers = new Map(events.map(({ id }, index) => [id, index + 1]));
  const scores: PrintColumn<Standing>[] = isWide
    ? [
        {
          title: 'Events',
          of: (row) =>
            row.scores.map((score) => `${numbers.get(score.eventId)}: ${withDecimalSign(write(score))}`).join(' · '),
        },
      ]
    : events.map(({ id }, index) => ({
        title: String(index + 1),
        isNumber: true,
        of: (row) => {
          const score = row.scores.find(({ eventId }) => eventId === id);
          return score === undefined ? '' : write(score);
        },
      }));
  return [
    { title: 'Rank', isNumber: true, of: ({ rank }) => (rank === null ? '–' : String(rank)) },
    { title: rules.of === 'teams' ? 'Team' : 'Racer', of: ({ name }) => name },
    ...scores,
    { title: nameTotal(rules), isNumber: true, isStrong: true, of: ({ total }) => writeValue(total, rules) },
  ];
}
