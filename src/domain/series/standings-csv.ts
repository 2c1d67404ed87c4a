import { word } from '../language.ts';
import { writeCsv } from '../timing/csv-cells.ts';
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

/** A line for each racer or team, those of everybody first where they stand beside categories, those of one category after another; a dropped score stands in brackets. */
export function writeStandingsCsv(
  { rules, standings, events }: ToldSeries,
  { decimal, separator }: LocalNumbers = localNumbers(),
): string {
  const hasCategories = standings.some(({ category }) => category !== null);
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
  return writeCsv([header, ...lines], separator);
}
