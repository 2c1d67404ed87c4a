import type { Direction } from '../model/precision.ts';
import { outsideTimeOf, type ResultStatus } from '../model/ruling.ts';
import { durationMs } from '../units.ts';
import { rankBy, rankInGroups } from '../results/rank-by.ts';

/** The part of a result that a line of a board is made of. */
interface Line {
  readonly racerId: string;
  readonly attempt: number;
  readonly rank: number | null;
  readonly categoryRank: number | null;
  readonly adjustedRank: number | null;
  readonly adjustedMs: number | null;
  readonly gradePercent: number | null;
  readonly category: string | null;
  readonly startAt: number | null;
  readonly finishAt: number | null;
  readonly status: ResultStatus;
  readonly netMs: number | null;
  readonly publishedMs: number | null;
  readonly toCheck: boolean;
}

type Total = Pick<
  Line,
  | 'racerId'
  | 'rank'
  | 'categoryRank'
  | 'adjustedRank'
  | 'adjustedMs'
  | 'gradePercent'
  | 'status'
  | 'publishedMs'
  | 'toCheck'
>;

/** Results attempt by attempt, and the totals by rank; there are no totals in an event of one attempt. */
interface Results<Result> {
  readonly rankedBy: 'actual' | 'adjusted' | 'team';
  readonly event: {
    readonly rules: { readonly precision: { readonly unitMs: number; readonly direction: Direction } };
  };
  readonly results: readonly Result[];
  readonly standings: readonly Total[];
}

/** A line in the event's own order: its rank and its gap are those of that order. */
export type BoardLineOf<Result> = Result & {
  readonly actualRank: number | null;
  /** Gap to the first in the time that ranks; null without a rank, and where grades rank. */
  readonly gapMs: number | null;
  /** The time of a racer outside of the ranking, in an event of one attempt: with several it is that of one of them. */
  readonly outsideMs: number | null;
};

/**
 * One line for each racer, in the event's own order. Of several attempts the total counts, with its status; start and finish
 * are those of the last attempt that the racer has begun.
 */
export function boardLines<Result extends Line>(answer: Results<Result>): BoardLineOf<Result>[] {
  const lines = answer.standings.length === 0 ? answer.results.filter(({ attempt }) => attempt === 1) : totals(answer);
  const { unitMs, direction } = answer.event.rules.precision;
  const precision = { unit: durationMs(unitMs), direction };
  const outsideMsOf = ({ netMs, status }: Result) =>
    netMs === null || answer.standings.length > 0 ? null : outsideTimeOf(durationMs(netMs), status, precision);
  return inOwnOrder(lines, answer.rankedBy, outsideMsOf);
}

/** The lines of one category, ranked among themselves. */
export function linesOf<Result extends Line>(answer: Results<Result>, category: string): BoardLineOf<Result>[] {
  const own = boardLines(answer).filter((line) => line.category === category);
  const places = rankBy(own, (one, other) => one.rank === other.rank);
  const first = own[0]?.gapMs ?? null;
  return own.map((line, index) => ({
    ...line,
    rank: line.rank === null ? null : places[index]!,
    gapMs: line.gapMs === null || first === null ? null : line.gapMs - first,
  }));
}

function totals<Result extends Line>({ results, standings }: Results<Result>): Result[] {
  const last = new Map<string, Result>();
  for (const result of results) {
    const isBegun = result.startAt !== null || result.finishAt !== null || result.status !== 'OK';
    if (isBegun || !last.has(result.racerId)) last.set(result.racerId, result);
  }
  return standings.flatMap((total) => {
    const { racerId, rank, categoryRank, adjustedRank, adjustedMs, gradePercent, status, publishedMs, toCheck } = total;
    const result = last.get(racerId);
    const own = { rank, categoryRank, adjustedRank, adjustedMs, gradePercent, status, publishedMs, toCheck };
    return result === undefined ? [] : [{ ...result, ...own }];
  });
}

/** Racers without a handicap have a time and no rank: they follow the others. */
function inOwnOrder<Result extends Line>(
  lines: readonly Result[],
  by: Results<Result>['rankedBy'],
  outsideMsOf: (line: Result) => number | null,
): BoardLineOf<Result>[] {
  const isAdjusted = by === 'adjusted' || (by === 'team' && lines.some(({ adjustedRank }) => adjustedRank !== null));
  const ordered = isAdjusted ? lines.toSorted(byAdjusted) : lines;
  const behindOf = ({ publishedMs, adjustedMs }: Result) => (isAdjusted ? adjustedMs : publishedMs);
  const first = ordered[0] === undefined ? null : behindOf(ordered[0]);
  const ranked = ordered.filter(({ adjustedRank }) => adjustedRank !== null);
  const inCategory = rankInGroups(ranked, isLevel, ({ category }) => category);
  return ordered.map((line) => {
    const rank = isAdjusted ? line.adjustedRank : line.rank;
    const categoryRank = isAdjusted ? (inCategory.get(line) ?? null) : line.categoryRank;
    const own = behindOf(line);
    const gapMs = rank === null || own === null || first === null ? null : own - first;
    return { ...line, rank, categoryRank, actualRank: line.rank, gapMs, outsideMs: outsideMsOf(line) };
  });
}

const isLevel = (one: Line, other: Line): boolean => one.adjustedRank === other.adjustedRank;

function byAdjusted(one: Line, other: Line): number {
  const [mine, theirs] = [one.adjustedRank ?? Infinity, other.adjustedRank ?? Infinity];
  return mine === theirs ? 0 : mine - theirs;
}
