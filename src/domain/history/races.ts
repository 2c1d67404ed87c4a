import type { SplitPoint } from '../model/race-settings.ts';
import type { ResultRow } from '../results/rows.ts';

/** What is needed of a stored result to compare it with others. */
export type ComparedRow = Pick<
  ResultRow,
  'racerId' | 'attempt' | 'name' | 'startAt' | 'finishAt' | 'splits' | 'publishedMs' | 'total'
>;

/** The result of one racer that counts in an event. */
export interface TimedResult {
  readonly racerId: string;
  readonly name: string;
  /** The time by which ranks are given; of several attempts the total. */
  readonly ms: number;
  /** Measured times from point to point, one more than there are points; null where a time is missing. */
  readonly sections: readonly (number | null)[];
}

/** The results of an event that count: racers without a rank have none. */
export interface TimedRace {
  /** The names of the split points, in the order of the course. */
  readonly points: readonly string[];
  readonly results: readonly TimedResult[];
}

/**
 * Sections are those of the attempt that counts. A sum or a mean of several attempts has none: its time is that of no one
 * ride.
 */
export function readRace(rows: readonly ComparedRow[], points: readonly SplitPoint[]): TimedRace {
  const attempts = new Map<string, ComparedRow>();
  for (const row of rows) attempts.set(`${row.racerId} ${row.attempt}`, row);
  const results = rows.flatMap(({ racerId, attempt, name, publishedMs, total }): TimedResult[] => {
    const ms = total === null ? publishedMs : total.ms;
    if (attempt !== 1 || ms === null) return [];
    const of = total === null ? [1] : total.of;
    const counting = of.length === 1 ? attempts.get(`${racerId} ${of[0]}`) : undefined;
    return [{ racerId, name, ms, sections: sectionsOf(counting, points) }];
  });
  return { points: points.map(({ name }) => name), results };
}

function sectionsOf(row: ComparedRow | undefined, points: readonly SplitPoint[]): (number | null)[] {
  if (points.length === 0) return [];
  const passed = new Map(row?.splits.map(({ line, at }) => [line, at]));
  const times = [row?.startAt ?? null, ...points.map(({ line }) => passed.get(line) ?? null), row?.finishAt ?? null];
  return times.slice(1).map((at, index) => {
    const from = times[index];
    // A time that runs backwards is a tap at the wrong point: no section is better than one below zero.
    return at === null || from === null || from === undefined || at <= from ? null : at - from;
  });
}

const plain = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Sections of two events are the same parts of the course where the points have the same names in the same order. */
export function hasSamePoints(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.length === other.length && one.every((name, at) => plain(name) === plain(other[at]!));
}

/** The most that is read at once. Times are one for each result and one for each of its split points. */
export interface Most {
  readonly events: number;
  readonly results: number;
  readonly times: number;
}

/** `races`: the newest first. Those after the first one that is too much are left out, however small they are. */
export function takeNewest<Race extends { readonly rows: number; readonly points: readonly SplitPoint[] }>(
  races: readonly Race[],
  most: Most,
): Race[] {
  let [results, times] = [0, 0];
  return races.slice(0, most.events).filter(({ rows, points }) => {
    results += rows;
    times += rows * (1 + points.length);
    return results <= most.results && times <= most.times;
  });
}
