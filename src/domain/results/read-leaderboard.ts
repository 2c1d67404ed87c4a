import { attemptNow, type EventState } from '../model/state.ts';
import { type DurationMs, durationMs } from '../units.ts';
import { adjust, type Adjusted, adjustTotal } from './adjusted.ts';
import { categoryOf } from './categories.ts';
import type { EntryResult, RacerState } from './entry-result.ts';
import { type Contender, type LeaderboardOf, racersOrder, type Ranks, rankContenders } from './leaderboard.ts';
import { fieldOf, isToCheck } from './odd-speeds.ts';
import { byNumber } from './rank-by.ts';
import { readResults } from './read-results.ts';
import { statuses } from '../model/ruling.ts';
import { type Total, totalOf } from './totals.ts';

/**
 * A racer on a leaderboard. Of several attempts: time, status and state are those of the total, start and finish those of
 * the attempt that makes it, or of the one that is timed now where several do.
 */
export interface Racing extends EntryResult {
  readonly category: string | null;
  readonly adjusted: Adjusted | null;
  /** A time in it is most likely nobody's: see `isToCheck`. */
  readonly isToCheck: boolean;
  /** The attempts that this leaderboard is about, the first one first. */
  readonly runs: readonly EntryResult[];
  /** Null where it is about one attempt. */
  readonly total: Total | null;
}

export interface LeaderboardRow extends Racing, Ranks {
  readonly duration: DurationMs;
  readonly gap: DurationMs;
}

/** Everybody in the event, or in one of its categories. */
export interface Leaderboard extends LeaderboardOf {
  readonly ranked: readonly LeaderboardRow[];
  /** Racers with a time and without a handicap, where the order needs one. */
  readonly without: readonly (Racing & { readonly duration: DurationMs; readonly actualRank: number })[];
  /**
   * First those with a time in some attempt, by that time, then by status, then those who are still out, then those to come;
   * at last by number.
   */
  readonly unranked: readonly Racing[];
}

interface LastRead {
  /** `seq` is compared as well: the server extends the same state object in place. */
  readonly seq: number;
  readonly boards: Map<string, Leaderboard>;
}
const lastRead = new WeakMap<EventState, LastRead>();

/** The leaderboard of an event; its own one, unless another is asked for. */
export function readLeaderboard(event: EventState, asked: Partial<LeaderboardOf> = {}): Leaderboard {
  const view: LeaderboardOf = { of: 'total', by: racersOrder(event.format), category: null, ...asked };
  const known = lastRead.get(event);
  const boards = known?.seq === event.seq ? known.boards : new Map<string, Leaderboard>();
  if (known?.boards !== boards) lastRead.set(event, { seq: event.seq, boards });
  const name = `${view.of} ${view.by} ${view.category}`;
  const board = boards.get(name) ?? rankRacers(event, view);
  boards.set(name, board);
  return board;
}

function rankRacers(event: EventState, view: LeaderboardOf): Leaderboard {
  const { of, category } = view;
  const racers = of === 'total' && event.format.attempts.count > 1 ? readTotals(event) : readRun(event, of);
  const { ranked, without } = rankContenders(racers.map(toContender), view, event.race.ties);
  const isPlaced = new Set([...ranked, ...without].map(({ row }) => row.racer));
  return {
    ...view,
    ranked: ranked.map(({ row: { racer }, ranks }) => toRow(racer, ranks)),
    without: without.map(({ row: { racer }, actualRank }) => ({ ...racer, duration: racer.duration!, actualRank })),
    unranked: racers
      .filter((racer) => !isPlaced.has(racer) && (category === null || racer.category === category))
      .toSorted(byWhatIsMissing),
  };
}

/*
 * Here and below the new fields stand before the copied ones. V8 takes 15 times as long to add them to a copy, which was
 * the larger part of the ranking of 5,000 racers.
 */
function toRow(racer: Racing, { rank, gap, categoryRank, actualRank, adjustedRank }: Ranks): LeaderboardRow {
  const { duration } = racer;
  return { rank, gap: durationMs(gap), categoryRank, actualRank, adjustedRank, ...racer, duration: duration! };
}

function toContender(racer: Racing): Contender & { readonly racer: Racing } {
  const { entry, duration, net, adjusted, category } = racer;
  return { racerId: entry.racerId, bib: entry.bib, ms: duration, net, adjusted, category, racer };
}

function readRun(event: EventState, of: LeaderboardOf['of']): Racing[] {
  const results = readResults(event, of === 'total' ? attemptNow(event) : of);
  const field = fieldOf(event, results);
  return results.map((racer) => ({
    isToCheck: isToCheck(racer, field),
    category: categoryOf(event, racer.entry),
    adjusted: adjust(event, racer.duration, racer.entry),
    runs: [racer],
    total: null,
    ...racer,
  }));
}

function readTotals(event: EventState): Racing[] {
  const { attempts } = event.format;
  const byRun = Array.from({ length: attempts.count }, (_, index) => readResults(event, index + 1));
  const fields = byRun.map((results) => fieldOf(event, results));
  return readResults(event).map((now, index): Racing => {
    const runs = byRun.map((results) => results[index]!);
    const total = totalOf(
      runs.map(({ duration, status }) => ({ ms: duration, status })),
      attempts,
      event.precision,
    );
    const duration: DurationMs | null = total.ms === null ? null : durationMs(total.ms);
    const shown = total.of.length === 1 ? runs[total.of[0]! - 1]! : now;
    return {
      isToCheck: total.of.some((attempt) => isToCheck(runs[attempt - 1]!, fields[attempt - 1]!)),
      category: categoryOf(event, now.entry),
      adjusted: adjustTotal(event, total, now.entry),
      runs,
      total,
      ...shown,
      status: total.status,
      state: stateOf(total, now.state),
      duration,
      // `outsideTime` of a run stands with the run.
      outsideTime: null,
      // Penalties are in the times of the attempts already.
      net: duration,
    };
  });
}

/** A racer who has finished the attempt of the moment and lacks another one waits for that time. */
function stateOf({ ms, status }: Total, now: RacerState): RacerState {
  if (ms !== null) return 'finished';
  if (status !== 'OK') return 'out';
  return now === 'finished' || now === 'out' ? 'waiting' : now;
}

/** A racer without a rank who has something to show: a time in some attempt, or a status. */
export const isPartlyIn = ({ runs }: Racing): boolean =>
  runs.some(({ state }) => state === 'finished' || state === 'out');

const STATES: readonly RacerState[] = ['out', 'waiting', 'impossible', 'on-course', 'inactive'];

function byWhatIsMissing(one: Racing, other: Racing): number {
  return (
    Number(isTimed(other)) - Number(isTimed(one)) ||
    (isTimed(one) ? soFar(one) - soFar(other) : 0) ||
    STATES.indexOf(one.state) - STATES.indexOf(other.state) ||
    statuses.indexOf(one.status) - statuses.indexOf(other.status) ||
    (one.state === 'on-course' ? one.startTime! - other.startTime! : 0) ||
    byNumber(one.entry, other.entry)
  );
}

const isTimed = ({ runs, state }: Racing): boolean => state !== 'out' && runs.some(({ duration }) => duration !== null);
const soFar = ({ runs }: Racing): number => runs.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
