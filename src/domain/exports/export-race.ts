import type { Official } from '../model/official.ts';
import type { Course, HandicapRule } from '../model/race-format.ts';
import { type EventState, timeOf } from '../model/state.ts';
import type { TeamRules } from '../model/race-format.ts';
import type { Gender } from '../racers/details.ts';
import type { Adjusted } from '../results/adjusted.ts';
import type { EntryResult, RacerState } from '../results/entry-result.ts';
import { type ReadCorrection, readCorrections } from '../results/describe-correction.ts';
import { type LeaderboardOf, ownOrder, racersOrder } from '../results/leaderboard.ts';
import type { Precision } from '../model/precision.ts';
import { type LeaderboardRow, type Racing, readLeaderboard } from '../results/read-leaderboard.ts';
import { readTeams } from '../results/read-teams.ts';
import type { TeamResult } from '../model/teams.ts';
import type { ResultStatus } from '../model/ruling.ts';
import { timeAt } from '../results/split-board.ts';
import { type DurationMs, durationMs, type EpochMs } from '../units.ts';

/** A race as files and sheets of paper tell it, whatever their layout. */
export interface ExportRace {
  readonly name: string;
  /** See `dayOf`. */
  readonly at: EpochMs;
  readonly timeZone: string;
  readonly precision: Precision;
  readonly course: Course | null;
  /** The owner's own words; empty where there are none. */
  readonly conditions: string;
  /** The owner's word that the results stand; null before it. */
  readonly official: Official | null;
  /** Corrections since the results were declared official. */
  readonly corrections: readonly ReadCorrection[];
  /** Rule by which handicaps change times; null without handicaps. */
  readonly handicap: HandicapRule | null;
  /** In the order of the course. */
  readonly points: readonly string[];
  /** In the order in which they are listed. */
  readonly categories: readonly string[];
  /** Times by which the rows are ranked. */
  readonly by: LeaderboardOf['by'];
  /** A team time trial: the teams are the result. */
  readonly areTeamsFirst: boolean;
  /** Number of runs of each racer. */
  readonly runs: number;
  /** Everybody in the event, by rank, then without a rank. */
  readonly rows: readonly ExportRow[];
  /** Rows by actual time; null where that is the event's own order. */
  readonly actualRows: readonly ExportRow[] | null;
  /** Null where no teams are ranked. */
  readonly teamRules: TeamRules | null;
  readonly teams: readonly TeamResult[];
}

export interface ExportRow {
  readonly racerId: string;
  readonly name: string;
  readonly bib: string | null;
  readonly category: string | null;
  readonly club: string | null;
  readonly team: string | null;
  readonly class: string | null;
  readonly gender: Gender | null;
  readonly born: number | null;
  readonly groups: readonly string[];
  readonly state: RacerState;
  readonly status: ResultStatus;
  /** In the event's own order. */
  readonly rank: number | null;
  readonly categoryRank: number | null;
  readonly actualRank: number | null;
  readonly adjustedRank: number | null;
  /** Start of the run that makes the time; null where several runs make it. */
  readonly startTime: EpochMs | null;
  readonly finishTime: EpochMs | null;
  readonly gross: DurationMs | null;
  readonly penalty: DurationMs;
  /** Published time, by which ranks are given. */
  readonly time: DurationMs | null;
  /** See `EntryResult`. */
  readonly outsideTime: DurationMs | null;
  /** Handicap that is taken off the time, or standard that the time is compared with. */
  readonly handicap: DurationMs | null;
  readonly adjusted: Adjusted | null;
  /** Each run, the first one first; one in an event of one. */
  readonly runs: readonly ExportRun[];
  /**
   * Split times from the racer's start, one for each point of the race; null where the racer was not seen, or several runs
   * make the time.
   */
  readonly splits: readonly (DurationMs | null)[];
}

export interface ExportRun {
  readonly status: ResultStatus;
  readonly rank: number | null;
  readonly time: DurationMs | null;
  readonly outsideTime: DurationMs | null;
  readonly startTime: EpochMs | null;
  readonly finishTime: EpochMs | null;
  /** See `ExportRow`. */
  readonly splits: readonly (DurationMs | null)[];
}

export function readExport(event: EventState): ExportRace {
  const { count, current } = event.format.attempts;
  const by = racersOrder(event.format);
  const listBy = (order: LeaderboardOf['by']) => {
    const { ranked, without, unranked } = readLeaderboard(event, { by: order });
    return [...ranked, ...without, ...unranked].map((racer) => toRow(event, racer, runRanks));
  };
  const runRanks = Array.from({ length: count === 1 ? 0 : current }, (_, index) => ranksOfRun(event, index + 1));
  return {
    name: event.name,
    at: dayOf(event),
    timeZone: event.timeZone,
    precision: event.precision,
    course: event.format.course,
    conditions: event.format.conditions,
    official: event.official,
    corrections: readCorrections(event),
    handicap: event.format.handicap,
    points: event.race.points.map(({ name }) => name),
    categories: event.format.categories.map(({ name }) => name),
    teamRules: event.format.teams,
    teams: readTeams(event) ?? [],
    by,
    areTeamsFirst: ownOrder(event.format) === 'team',
    runs: count,
    rows: listBy(by),
    actualRows: by === 'actual' ? null : listBy('actual'),
  };
}

type RunRanks = ReadonlyMap<string, number>;

function ranksOfRun(event: EventState, attempt: number): RunRanks {
  const { ranked } = readLeaderboard(event, { of: attempt, by: 'actual' });
  return new Map(ranked.map(({ entry, rank }) => [entry.racerId, rank]));
}

function toRow(event: EventState, racer: Racing, runRanks: readonly RunRanks[]): ExportRow {
  const { entry, state, status, gross, penalty, duration, outsideTime, category, adjusted, runs, total } = racer;
  const places = racer as Partial<LeaderboardRow>;
  const { rank = null, categoryRank = null, actualRank = null, adjustedRank = null } = places;
  const { racerId, name, bib, groups } = entry;
  const { club = null, team = null, class: ofClass = null, gender = null, born = null } = entry.details ?? {};
  const isOfOne = total === null || total.of.length === 1;
  const splitsOf = (run: EntryResult) => event.race.points.map(({ line }) => elapsedAt(event, run, line));
  return {
    racerId,
    name,
    bib,
    groups,
    club,
    team,
    class: ofClass,
    gender,
    born,
    category,
    state,
    status,
    rank,
    categoryRank,
    actualRank,
    adjustedRank,
    startTime: isOfOne ? racer.startTime : null,
    finishTime: isOfOne ? racer.finishTime : null,
    gross: isOfOne ? gross : null,
    penalty: isOfOne ? penalty : durationMs(runs.reduce((sum, run) => sum + run.penalty, 0)),
    time: duration,
    outsideTime,
    handicap: event.format.handicap === null || entry.handicap == null ? null : durationMs(entry.handicap.ms),
    adjusted,
    runs: runs.map((run, index) => ({
      status: run.status,
      rank: runRanks[index]?.get(racerId) ?? null,
      time: run.duration,
      outsideTime: run.outsideTime,
      startTime: run.startTime,
      finishTime: run.finishTime,
      splits: splitsOf(run),
    })),
    splits: isOfOne ? splitsOf(racer) : event.race.points.map(() => null),
  };
}

/** The first start; without one, when the event was made. */
export function dayOf({ taps, createdAt }: EventState): EpochMs {
  const starts = Object.values(taps).filter(({ line, undone }) => line === 'start' && !undone);
  const first = starts.reduce<EpochMs | null>((earliest, tap) => {
    const at = timeOf(tap);
    return earliest === null || at < earliest ? at : earliest;
  }, null);
  return first ?? createdAt;
}

/** Time from the racer's start to a line; null where the racer was not seen there. */
export function elapsedAt(
  event: EventState,
  { entry, attempt, startTime }: EntryResult,
  line: string,
): DurationMs | null {
  const at = timeAt(event, entry.racerId, line, attempt);
  return at === null || startTime === null || at < startTime ? null : durationMs(at - startTime);
}

/** Racers of a race in their categories, the empty ones left out; null for those in none. */
export function groupByCategory({ categories, rows }: ExportRace): { category: string | null; rows: ExportRow[] }[] {
  const named = [...new Set([...categories, ...rows.flatMap(({ category }) => category ?? [])])];
  return [...named, null]
    .map((category) => ({ category, rows: rows.filter((row) => row.category === category) }))
    .filter((group) => group.rows.length > 0);
}
