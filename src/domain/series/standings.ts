import { rankBy } from '../results/rank-by.ts';
import { compareTied } from './ties.ts';
import { type Score, scoreEvent, type SeriesEvent } from './score-event.ts';
import type { SeriesRules } from './rules.ts';

export interface Standing {
  readonly racerId: string;
  readonly name: string;
  /** Equal in everything that decides: equal ranks. Null: too few events. */
  readonly rank: number | null;
  readonly total: number;
  /** In the order of the events; events without the racer are missing. */
  readonly scores: readonly Score[];
}

export interface Standings {
  /** Null: all racers together. */
  readonly category: string | null;
  readonly rows: readonly Standing[];
}

export interface SeriesHelper {
  readonly eventId: string;
  readonly racerId: string;
}

interface Scored {
  readonly racerId: string;
  readonly name: string;
  readonly total: number;
  readonly scores: readonly Score[];
  readonly isPlaced: boolean;
}

/** The standings of a series, from the results of its events in their order. */
export function readStandings(
  events: readonly SeriesEvent[],
  helpers: readonly SeriesHelper[],
  rules: SeriesRules,
): Standings[] {
  const categories = rules.byCategory ? listCategories(events) : [null];
  if (rules.byCategory && rules.overall === true) categories.unshift(null);
  // A category in which nobody has a score would be an empty table.
  return categories
    .map((category) => ({ category, rows: standIn(category, events, helpers, rules) }))
    .filter(({ category, rows }) => category === null || rows.length > 0);
}

/** Categories in the order in which the events name them. */
function listCategories(events: readonly SeriesEvent[]): (string | null)[] {
  return [...new Set(events.flatMap(({ results }) => results.flatMap(({ category }) => category ?? [])))];
}

function standIn(
  category: string | null,
  events: readonly SeriesEvent[],
  helpers: readonly SeriesHelper[],
  rules: SeriesRules,
): Standing[] {
  const names = new Map<string, string>();
  const scores = new Map<string, Omit<Score, 'isDropped'>[]>();
  const tops = new Map<string, number>();
  for (const event of events) {
    const own = category === null ? event.results : event.results.filter((racer) => racer.category === category);
    const scored = scoreEvent(own, rules);
    tops.set(event.eventId, scored.top);
    for (const { racerId, name, kind, value, place } of scored.scores) {
      names.set(racerId, name);
      const before = scores.get(racerId);
      const row = { eventId: event.eventId, kind, value, place };
      if (before === undefined) scores.set(racerId, [row]);
      else before.push(row);
    }
  }
  addHelpers(events, helpers, rules, scores, tops);
  const order = new Map(events.map(({ eventId }, index) => [eventId, index]));
  const all = [...scores].flatMap(([racerId, given]): Scored[] => {
    const name = names.get(racerId);
    if (name === undefined) return [];
    const counted = dropWorst(inOrder(given, order), rules);
    const counting = counted.filter(({ isDropped }) => !isDropped);
    const total = round(counting.reduce((sum, { value }) => sum + value, 0));
    return [{ racerId, name, total, scores: counted, isPlaced: counted.length >= rules.minimum }];
  });
  return rank(all, events, rules);
}

/** A helper who raced in the event has the points of the race. A helper without a result anywhere is in no standings. */
function addHelpers(
  events: readonly SeriesEvent[],
  helpers: readonly SeriesHelper[],
  { helpers: rule, scoring }: SeriesRules,
  scores: Map<string, Omit<Score, 'isDropped'>[]>,
  tops: ReadonlyMap<string, number>,
): void {
  // A helper has no time that could be added up.
  if (rule === null || scoring.kind === 'time') return;
  const isHeld = new Set(events.map(({ eventId }) => eventId));
  const given = new Map<string, Set<string>>();
  for (const { eventId, racerId } of helpers) {
    const own = scores.get(racerId);
    if (own === undefined || !isHeld.has(eventId) || own.some((score) => score.eventId === eventId)) continue;
    given.set(racerId, (given.get(racerId) ?? new Set()).add(eventId));
  }
  for (const [racerId, eventIds] of given) {
    const own = scores.get(racerId)!;
    const raced = own.map(({ value }) => value);
    const mean = raced.reduce((sum, value) => sum + value, 0) / raced.length;
    const held = events.filter(({ eventId }) => eventIds.has(eventId)).slice(0, rule.most);
    for (const { eventId } of held) {
      const value =
        rule.kind === 'fixed' ? rule.points : rule.kind === 'average' ? round(mean) : (tops.get(eventId) ?? 0);
      own.push({ eventId, kind: 'helper', value, place: null });
    }
  }
}

function inOrder<Given extends { readonly eventId: string }>(
  scores: readonly Given[],
  order: ReadonlyMap<string, number>,
): Given[] {
  return scores.toSorted((one, other) => order.get(one.eventId)! - order.get(other.eventId)!);
}

/** Drops the worst scores; of equal ones the later one goes. */
function dropWorst(scores: readonly Omit<Score, 'isDropped'>[], { best, scoring }: SeriesRules): Score[] {
  if (best === null || scores.length <= best) return scores.map((score) => scoreOf(score, false));
  const sign = scoring.kind === 'time' ? 1 : -1;
  const kept = new Set(scores.toSorted((one, other) => sign * (one.value - other.value)).slice(0, best));
  return scores.map((score) => scoreOf(score, !kept.has(score)));
}

/** Written out: a copy with `...` takes ten times as long, and a series has up to 50,000 of them. */
const scoreOf = ({ eventId, kind, value, place }: Omit<Score, 'isDropped'>, isDropped: boolean): Score => ({
  eventId,
  kind,
  value,
  place,
  isDropped,
});

/** Racers with too few events follow after all others, without a place. */
function rank(all: readonly Scored[], events: readonly SeriesEvent[], rules: SeriesRules): Standing[] {
  const compare = (one: Scored, other: Scored) =>
    compareTotals(one, other, rules) || compareTied(one, other, events, rules);
  const sorted = all.toSorted(
    (one, other) =>
      Number(other.isPlaced) - Number(one.isPlaced) ||
      compare(one, other) ||
      (one.name < other.name ? -1 : one.name > other.name ? 1 : one.racerId < other.racerId ? -1 : 1),
  );
  const places = rankBy(sorted, (one, other) => compare(one, other) === 0);
  return sorted.map(({ isPlaced, ...row }, index) => ({ ...row, rank: isPlaced ? places[index]! : null }));
}

/**
 * Order by totals. Where times are added up, a racer with more counting events is ahead of one with fewer: their sums cannot
 * be compared.
 */
function compareTotals(one: Scored, other: Scored, { scoring }: SeriesRules): number {
  if (scoring.kind !== 'time') return other.total - one.total;
  return countOf(other) - countOf(one) || one.total - other.total;
}

const countOf = ({ scores }: Scored): number => scores.filter(({ isDropped }) => !isDropped).length;

/** Per cents and means are kept to a thousandth: sums of binary fractions would part equal totals. */
const round = (value: number): number => Math.round(value * 1000) / 1000;
