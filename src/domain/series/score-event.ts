import { rankBy } from '../results/rank-by.ts';
import type { ResultStatus } from '../model/ruling.ts';
import type { Scoring, SeriesRules } from './rules.ts';

/** One event of one racer in the standings. */
export interface Score {
  readonly eventId: string;
  readonly kind: 'result' | 'dnf' | 'helper';
  /** Points or per cent; milliseconds where times are added up. */
  readonly value: number;
  /** Null for helpers and for racers without a place. */
  readonly place: number | null;
  /** A score that is not among the best n. */
  readonly isDropped: boolean;
}

/** Facts about a result that a series needs. */
export interface SeriesResult {
  readonly racerId: string;
  readonly name: string;
  readonly category: string | null;
  readonly status: ResultStatus;
  /**
   * Figure that ranks, the least first: the published or the adjusted time, or a grade with its sign turned. Null without a
   * rank.
   */
  readonly ms: number | null;
  /** The score of a series in per cent, where it is not made of times: an age grade. */
  readonly percent?: number;
  readonly hasStarted: boolean;
  /** Faster than every earlier time of the racer on the course. */
  readonly isBest?: boolean;
}

export interface SeriesEvent {
  readonly eventId: string;
  readonly results: readonly SeriesResult[];
}

interface EventScore {
  readonly racerId: string;
  readonly name: string;
  readonly kind: 'result' | 'dnf';
  readonly value: number;
  readonly place: number | null;
}

export interface ScoredEvent {
  readonly scores: readonly EventScore[];
  /** The most that was given. */
  readonly top: number;
}

type Finished = SeriesResult & { readonly ms: number };

/** Racers on course have no score yet. A racer who is disqualified or did not start has none at all. */
export function scoreEvent(results: readonly SeriesResult[], rules: SeriesRules): ScoredEvent {
  const finished = results
    .filter((result): result is Finished => result.ms !== null)
    .toSorted((one, other) => one.ms - other.ms);
  const best = finished[0]?.ms ?? 0;
  const places = rankBy(finished, (one, other) => one.ms === other.ms);
  const placed = finished.map(({ racerId, name, ms, percent }, index): EventScore => {
    const place = places[index]!;
    const value = valueOf(rules.scoring, { place, ms, percent, best, finishers: finished.length });
    return { racerId, name, kind: 'result', value: value + bonusOf(rules, rules.starter), place };
  });
  const top = Math.max(0, ...placed.map(({ value }) => value));
  // Added last: neither the points of helpers nor those of the last finisher grow by the best of another racer.
  const bests = new Set(finished.flatMap(({ racerId, isBest }) => (isBest === true ? [racerId] : [])));
  const scores = placed.map((score) =>
    bests.has(score.racerId) ? { ...score, value: score.value + bonusOf(rules, rules.personalBest ?? 0) } : score,
  );
  if (rules.scoring.kind === 'time') return { scores, top };
  const dnf =
    rules.dnf === 'last' ? Math.max(0, (placed.at(-1)?.value ?? 1) - 1) : rules.dnf + bonusOf(rules, rules.starter);
  const unfinished = results
    .filter(({ ms, status, hasStarted }) => ms === null && (status === 'DNF' || status === 'OTL') && hasStarted)
    .map(({ racerId, name }): EventScore => ({ racerId, name, kind: 'dnf', value: dnf, place: null }));
  return { scores: [...scores, ...unfinished], top };
}

/** Bonus of a result, in series by points alone: times and per cents are compared as they are. */
function bonusOf({ scoring }: SeriesRules, points: number): number {
  return scoring.kind === 'points' || scoring.kind === 'field' ? points : 0;
}

interface At {
  readonly place: number;
  readonly ms: number;
  readonly percent: number | undefined;
  readonly best: number;
  readonly finishers: number;
}

function valueOf(scoring: Scoring, { place, ms, percent, best, finishers }: At): number {
  switch (scoring.kind) {
    case 'points':
      return scoring.table[place - 1] ?? scoring.rest;
    case 'field':
      return finishers + 1 - place;
    case 'time':
      return ms;
    case 'percent':
      // A handicap can be longer than the time.
      return percent ?? (ms <= 0 ? 100 : Math.round((Math.max(0, best) / ms) * 100_000) / 1000);
  }
}
