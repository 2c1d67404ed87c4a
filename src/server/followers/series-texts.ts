import { initialsOf } from '../../domain/access/initials.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import type { SeriesRules } from '../../domain/series/rules.ts';
import type { Standing } from '../../domain/series/standings.ts';
import { writeValue } from '../../domain/series/write-value.ts';
import type { SeriesAnswer } from '../../protocol/series.ts';
import { plainWords } from '../mail/texts.ts';
import type { NewsText } from './news-texts.ts';

/** A push message holds about 4,000 bytes: five long names in five long categories. */
const MOST_CATEGORIES = 5;
const FIRST = 3;

export interface RacedSeries {
  readonly answer: SeriesAnswer;
  /** How many of its events were raced. */
  readonly events: number;
}

interface Shown {
  readonly category: string | null;
  readonly row: Standing;
}

/**
 * Rows of the standings that followers hear of: those of the racer; for followers of the results, where `racerId` is
 * empty, the first three, by category the first of each. No racer has a place among teams.
 */
export function listShown(racerId: string, { rules, standings }: SeriesAnswer): readonly Shown[] {
  if (racerId !== '' && rules.of === 'teams') return [];
  const most = rules.byCategory ? 1 : FIRST;
  const listed = standings.flatMap(({ category, rows }) => {
    const own = racerId === '' ? rows.filter(({ rank }) => rank !== null).slice(0, most) : rows.filter(isOf(racerId));
    return own.map((row) => ({ category, row }));
  });
  return listed.slice(0, rules.byCategory ? MOST_CATEGORIES : FIRST);
}

/** Names are those that viewers of the event see: `rows` are its results. */
export function describeSeries(
  racerId: string,
  { answer, events }: RacedSeries,
  rows: readonly ResultRow[],
  { initialsOnly }: Pick<EventState, 'initialsOnly'>,
): NewsText {
  const { name, rules } = answer;
  const after = `after ${count(events, 'event')}`;
  const shown = listShown(racerId, answer);
  const nameOf = ({ racerId: id, name: given }: Standing): string => {
    if (rules.of === 'teams') return plainWords(given);
    return plainWords(rows.find(isOf(id))?.publicName ?? (initialsOnly ? initialsOf(given) : given));
  };
  if (racerId === '') {
    const places = shown.map(
      ({ category, row }) => `#${row.rank}${inCategory(category)} ${nameOf(row)} ${total(row, rules)}`,
    );
    return { title: `${plainWords(name)}: the standings ${after}`, body: places.join(', ') };
  }
  const sentences = shown.map(({ category, row }) => {
    if (row.rank !== null) return `#${row.rank}${inCategory(category)} with ${total(row, rules)} ${after}.`;
    const raced = `${total(row, rules)} from ${count(row.scores.length, 'event')}`;
    return `No place${inCategory(category)} yet: ${raced}, and a place takes ${rules.minimum}.`;
  });
  return { title: `${plainWords(name)}: ${nameOf(shown[0]!.row)}`, body: sentences.join(' ') };
}

const isOf =
  (id: string) =>
  ({ racerId }: { readonly racerId: string }): boolean =>
    racerId === id;

const inCategory = (category: string | null): string => (category === null ? '' : ` in ${plainWords(category)}`);
const count = (value: number, what: string): string => `${value} ${what}${value === 1 ? '' : 's'}`;

function total({ total: value }: Standing, rules: SeriesRules): string {
  const text = writeValue(value, rules);
  if (rules.scoring.kind === 'time') return rules.times === 'adjusted' ? `${text} adjusted` : text;
  return `${text} ${rules.scoring.kind === 'percent' ? 'per cent' : value === 1 ? 'point' : 'points'}`;
}

/** Events that were raced: those to come have no scores but those of helpers. */
export function countEvents({ standings }: SeriesAnswer): number {
  const raced = new Set<string>();
  for (const { rows } of standings) {
    for (const { scores } of rows) {
      for (const { kind, eventId } of scores) if (kind !== 'helper') raced.add(eventId);
    }
  }
  return raced.size;
}
