import { expectOf, type Placed, type Race } from './oracle.ts';

/** Rules of a series (SE2 to SE5), without helpers and personal bests. */
export interface SeriesRules {
  readonly scoring:
    | { readonly kind: 'points'; readonly table: readonly number[]; readonly rest: number }
    | { readonly kind: 'field' | 'time' | 'percent' };
  readonly times: 'actual' | 'adjusted';
  readonly best: number | null;
  readonly minimum: number;
  readonly ties: readonly ('events' | 'places' | 'latest')[];
  readonly starter: number;
  readonly dnf: number | 'last';
  readonly helpers: null;
  readonly byCategory: boolean;
}

interface SeriesScore {
  readonly eventId: string;
  readonly kind: 'result' | 'dnf';
  readonly value: number;
  readonly place: number | null;
  readonly isDropped: boolean;
}

export interface SeriesRow {
  readonly racerId: string;
  readonly rank: number | null;
  readonly total: number;
  readonly scores: readonly SeriesScore[];
}

type Events = readonly { readonly eventId: string; readonly race: Race }[];

/** By category; null: all together. */
export function expectSeries(events: Events, rules: SeriesRules): ReadonlyMap<string | null, readonly SeriesRow[]> {
  const results = events.map(({ eventId, race }) => ({
    eventId,
    handicap: race.handicap,
    placed: [...expectOf(race).total.placed.values()],
  }));
  const named = new Set(results.flatMap(({ placed }) => placed.flatMap(({ category }) => category ?? [])));
  const categories = rules.byCategory ? [...named] : [null];
  const tables = categories.map((category) => [category, standIn(category, results, rules)] as const);
  return new Map(tables.filter(([category, rows]) => category === null || rows.length > 0));
}

interface Result {
  readonly eventId: string;
  readonly handicap: Race['handicap'];
  readonly placed: readonly Placed[];
}

function standIn(category: string | null, results: readonly Result[], rules: SeriesRules): SeriesRow[] {
  const scores = new Map<string, SeriesScore[]>();
  for (const { eventId, handicap, placed } of results) {
    if (!isScored(handicap, rules)) continue;
    const among = category === null ? placed : placed.filter((each) => each.category === category);
    for (const [racerId, score] of scoreEvent(eventId, handicap, among, rules)) {
      scores.set(racerId, [...(scores.get(racerId) ?? []), score]);
    }
  }
  const sign = rules.scoring.kind === 'time' ? 1 : -1;
  const rows = [...scores].map(([racerId, own]) => {
    const order = own.map((score, index) => ({ score, index }));
    order.sort((one, other) => sign * (one.score.value - other.score.value) || one.index - other.index);
    const kept = new Set(order.slice(0, rules.best ?? Infinity).map(({ index }) => index));
    const told = own.map((score, index) => ({ ...score, isDropped: !kept.has(index) }));
    const counting = told.filter(({ isDropped }) => !isDropped);
    const total = thousandth(counting.reduce((sum, { value }) => sum + value, 0));
    return { racerId, total, scores: told, counting: counting.length, isPlaced: own.length >= rules.minimum };
  });
  type Row = (typeof rows)[number];
  const latest = results.map(({ eventId }) => eventId).toReversed();
  const placeIn = ({ scores: own }: Row, eventId: string) =>
    own.find((score) => score.eventId === eventId)?.place ?? Number.MAX_SAFE_INTEGER;
  const count = ({ scores: own }: Row, place: number) => own.filter((score) => score.place === place).length;
  const ties = {
    events: (one: Row, other: Row) => other.scores.length - one.scores.length,
    places: (one: Row, other: Row) =>
      [1, 2, 3, 4, 5].map((place) => count(other, place) - count(one, place)).find((by) => by !== 0) ?? 0,
    latest: (one: Row, other: Row) =>
      latest.map((eventId) => placeIn(one, eventId) - placeIn(other, eventId)).find((by) => by !== 0) ?? 0,
  };
  const compare = (one: Row, other: Row): number => {
    const first = sign === 1 ? other.counting - one.counting || one.total - other.total : other.total - one.total;
    return first || (rules.ties.map((tie) => ties[tie](one, other)).find((by) => by !== 0) ?? 0);
  };
  const placed = rows.filter(({ isPlaced }) => isPlaced);
  return rows.map((row) => ({
    racerId: row.racerId,
    total: row.total,
    scores: row.scores,
    rank: row.isPlaced ? 1 + placed.filter((other) => compare(other, row) < 0).length : null,
  }));
}

const thousandth = (value: number): number => Math.round(value * 1000) / 1000;

/** SE11. */
function isScored(handicap: Race['handicap'], { times, scoring }: SeriesRules): boolean {
  if (times === 'actual') return true;
  if (handicap === 'grade') return scoring.kind !== 'time';
  return handicap === 'time' || (handicap === 'plus' && scoring.kind !== 'percent');
}

/** One score for each racer: of a racer with a total the result, of one without the DNF, and never both. */
function scoreEvent(
  eventId: string,
  handicap: Race['handicap'],
  among: readonly Placed[],
  rules: SeriesRules,
): [string, SeriesScore][] {
  const { scoring } = rules;
  const isGrade = rules.times === 'adjusted' && handicap === 'grade';
  const figureOf = ({ ms, adjusted }: Placed): number | null => {
    if (rules.times === 'actual') return ms;
    return isGrade && adjusted !== null ? -adjusted : adjusted;
  };
  const finished = among.filter((each) => figureOf(each) !== null);
  const times = finished.map((each) => figureOf(each)!);
  const bonus = scoring.kind === 'points' || scoring.kind === 'field' ? rules.starter : 0;
  const valueOf = (ms: number, place: number): number => {
    if (scoring.kind === 'points') return scoring.table[place - 1] ?? scoring.rest;
    if (scoring.kind === 'field') return finished.length + 1 - place;
    return scoring.kind === 'time'
      ? ms
      : isGrade
        ? -ms / 100
        : ms <= 0
          ? 100
          : Math.floor((200_000 * Math.max(0, Math.min(...times)) + ms) / (2 * ms)) / 1000;
  };
  const results = finished.map((each): [string, SeriesScore] => {
    const figure = figureOf(each)!;
    const place = 1 + times.filter((other) => other < figure).length;
    const value = valueOf(figure, place) + bonus;
    return [each.racer.racerId, { eventId, kind: 'result', value, place, isDropped: false }];
  });
  if (scoring.kind === 'time') return results;
  const slowest = results.toSorted(([, one], [, other]) => one.place! - other.place!).at(-1)?.[1].value ?? 1;
  const value = rules.dnf === 'last' ? Math.max(0, slowest - 1) : rules.dnf + bonus;
  const unfinished = among
    .filter(({ ms, status }) => ms === null && (status === 'DNF' || status === 'OTL'))
    .filter(({ runs }) => runs.some(({ startAt }) => startAt !== null))
    .map(({ racer }): [string, SeriesScore] => [
      racer.racerId,
      { eventId, kind: 'dnf', value, place: null, isDropped: false },
    ]);
  return [...results, ...unfinished];
}
