import { word } from '../language.ts';
import { writeCsv, writePlainCsv } from '../timing/csv-cells.ts';
import { type LocalNumbers, localNumbers } from '../timing/local-numbers.ts';
import type { SeriesRules } from './rules.ts';
import type { Standings } from './standings.ts';
import { writeValue } from './write-value.ts';

export interface ToldSeries {
  readonly rules: SeriesRules;
  readonly standings: readonly Standings[];
  /** In the order of the series. */
  readonly events: readonly { readonly id: string; readonly name: string }[];
}

/** Standings as a CSV that the Excel of the reader's country opens. */
export const writeStandingsCsv = (series: ToldSeries, numbers: LocalNumbers = localNumbers()): string =>
  writeCsv(
    listCells(
      series,
      numbers,
      series.standings.some(({ category }) => category !== null),
    ),
    numbers.separator,
  );

/** Standings as a CSV for programs, always with a column for the category, so that a column is found by its position. */
export const writePlainStandingsCsv = (series: ToldSeries): string =>
  writePlainCsv(listCells(series, { decimal: '.', separator: ',' }, true));

/**
 * A line for each racer or team: those of everybody first where they stand beside categories, those of one category after
 * another; a dropped score stands in brackets.
 */
function listCells(
  { rules, standings, events }: ToldSeries,
  { decimal }: LocalNumbers,
  hasCategories: boolean,
): string[][] {
  const header = [
    ...(hasCategories ? ['Category'] : []),
    'Rank',
    rules.of === 'teams' ? 'Team' : 'Racer',
    ...events.map(({ name }) => name),
    'Total',
  ];
  const say = (value: number) => writeValue(value, rules).replace(/[.,]/, decimal);
  const lines = standings.flatMap(({ category, rows }) =>
    rows.map(({ rank, name, scores, total }) => {
      const written = new Map(
        scores.map(({ eventId, value, isDropped }) => {
          const text = say(value);
          return [eventId, isDropped ? `(${text})` : text];
        }),
      );
      return [
        ...(hasCategories ? [category ?? word('Overall')] : []),
        rank === null ? '' : String(rank),
        name,
        ...events.map(({ id }) => written.get(id) ?? ''),
        say(total),
      ];
    }),
  );
  return [header, ...lines];
}
