import { initialsOf } from '../../domain/access/initials.ts';
import { counted, plural, word } from '../../domain/language.ts';
import type { EventState } from '../../domain/model/state.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import type { SeriesRules } from '../../domain/series/rules.ts';
import type { Standing } from '../../domain/series/standings.ts';
import { writeValue } from '../../domain/series/write-value.ts';
import type { SeriesAnswer } from '../../protocol/series.ts';
import type { NewsText } from './news-texts.ts';
import { nameIn } from './plain-words.ts';

/** A push message holds about 4,000 bytes: five long names in five long categories. */
const MOST_CATEGORIES = 5;
const FIRST = 3;

export interface RacedSeries {
  readonly answer: SeriesAnswer;
  /** Number of the series' events that were raced. */
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
  const after = counted(events, 'event', 'events');
  const shown = listShown(racerId, answer);
  const nameOf = ({ racerId: id, name: given }: Standing): string => {
    if (rules.of === 'teams') return nameIn(given);
    return nameIn(rows.find(isOf(id))?.publicName ?? (initialsOnly ? initialsOf(given) : given));
  };
  if (racerId === '') {
    const places = shown.map(({ category, row }) => {
      const [who, figure] = [nameOf(row), total(row, rules)];
      return category === null
        ? word(`#${row.rank} ${who} ${figure}`)
        : word(`#${row.rank} in ${nameIn(category)} ${who} ${figure}`);
    });
    return { title: `${nameIn(name)}: the standings after ${after}`, body: places.join(', ') };
  }
  const sentences = shown.map(({ category, row }) => {
    const figure = total(row, rules);
    if (row.rank !== null) {
      return category === null
        ? `#${row.rank} with ${figure} after ${after}.`
        : `#${row.rank} in ${nameIn(category)} with ${figure} after ${after}.`;
    }
    const [raced, least] = [row.scores.length, rules.minimum];
    return category === null
      ? `Not ranked yet: ${raced} of ${counted(least, 'event', 'events')} needed. ${figure} so far.`
      : `Not ranked yet in ${nameIn(category)}: ${raced} of ${counted(least, 'event', 'events')} needed. ${figure} so far.`;
  });
  return { title: `${nameIn(name)}: ${nameOf(shown[0]!.row)}`, body: sentences.join(' ') };
}

const isOf =
  (id: string) =>
  ({ racerId }: { readonly racerId: string }): boolean =>
    racerId === id;

function total({ total: value }: Standing, rules: SeriesRules): string {
  const text = writeValue(value, rules);
  if (rules.scoring.kind === 'time') return rules.times === 'adjusted' ? `${text} adjusted` : text;
  if (rules.scoring.kind === 'percent') return `${text} per cent`;
  return plural(value, `${text} point`, `${text} points`);
}

/** Counts the events that were raced: events to come have scores of helpers alone. */
export function countEvents({ standings }: SeriesAnswer): number {
  const raced = new Set<string>();
  for (const { rows } of standings) {
    for (const { scores } of rows) {
      for (const { kind, eventId } of scores) if (kind !== 'helper') raced.add(eventId);
    }
  }
  return raced.size;
}
