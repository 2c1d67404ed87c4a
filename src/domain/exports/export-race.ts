import type { Course, HandicapRule, Official } from '../events/race-format.ts';
import { type EventState, timeOf } from '../events/state.ts';
import type { TeamRules } from '../events/race-format.ts';
import type { Gender } from '../racers/details.ts';
import { type Adjusted, rankAdjusted } from '../results/adjusted.ts';
import { categoryOf } from '../results/categories.ts';
import type { EntryResult, RacerState } from '../results/entry-result.ts';
import { type ReadCorrection, readCorrections } from '../results/describe-correction.ts';
import { listInactive, listOnCourse, listOut } from '../results/lists.ts';
import type { Precision } from '../results/precision.ts';
import { rankResults } from '../results/ranking.ts';
import { readResults } from '../results/read-results.ts';
import { readTeams } from '../results/read-teams.ts';
import { readStandings } from '../results/standings.ts';
import type { TeamResult } from '../results/teams.ts';
import type { ResultStatus } from '../results/ruling.ts';
import { timeAt } from '../results/split-board.ts';
import { type DurationMs, durationMs, type EpochMs } from '../units.ts';

/** A race as files and sheets of paper tell it, whatever their layout. */
export interface ExportRace {
  readonly name: string;
  /** The first start; without one, when the event was made. */
  readonly at: EpochMs;
  readonly timeZone: string;
  readonly precision: Precision;
  readonly course: Course | null;
  /** The owner's own words; empty where there are none. */
  readonly conditions: string;
  /** The owner's word that the results stand; null before it. */
  readonly official: Official | null;
  /** What has changed since then. */
  readonly corrections: readonly ReadCorrection[];
  /** What handicaps make of times; null without any. */
  readonly handicap: HandicapRule | null;
  /** In the order of the course. */
  readonly points: readonly string[];
  /** In the order in which they are listed. */
  readonly categories: readonly string[];
  /** By rank, then without a rank. */
  readonly rows: readonly ExportRow[];
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
  readonly gender: Gender | null;
  readonly born: number | null;
  readonly groups: readonly string[];
  readonly state: RacerState;
  readonly status: ResultStatus;
  readonly rank: number | null;
  readonly categoryRank: number | null;
  readonly startTime: EpochMs | null;
  readonly finishTime: EpochMs | null;
  readonly gross: DurationMs | null;
  readonly penalty: DurationMs;
  /** As published, by which ranks are given. */
  readonly time: DurationMs | null;
  /** What is taken off the time, or the standard that it is compared with. */
  readonly handicap: DurationMs | null;
  readonly adjusted: Adjusted | null;
  readonly adjustedRank: number | null;
  /** Behind the first of all. */
  readonly gap: DurationMs | null;
  /** Since the own start, one for each point of the race; null where the racer was not seen. */
  readonly splits: readonly (DurationMs | null)[];
}

export function readExport(event: EventState): ExportRace {
  const results = readResults(event);
  const unsettled = results.filter(({ state }) => state === 'waiting' || state === 'impossible');
  // Of several runs the total counts; start and finish are those of the run that is timed now.
  const ranked = readStandings(event)?.ranked ?? rankResults(results, event.race.ties);
  const hasRank = new Set(ranked.map(({ entry }) => entry.racerId));
  const others = [...listOut(results), ...unsettled, ...listOnCourse(results), ...listInactive(results)].filter(
    ({ entry }) => !hasRank.has(entry.racerId),
  );
  const rankIn = createCategoryRanks();
  const adjusted = new Map(rankAdjusted(event, ranked)?.ranked.map((racer) => [racer.entry.racerId, racer]));
  return {
    name: event.name,
    at: firstStartOf(event) ?? event.createdAt,
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
    rows: [
      ...ranked.map((racer): ExportRow => {
        const row = toRow(event, racer);
        const own = adjusted.get(row.racerId);
        return {
          ...row,
          rank: racer.rank,
          gap: racer.gap,
          categoryRank: rankIn(row.category, racer.duration),
          adjusted: own?.adjusted ?? null,
          adjustedRank: own?.rank ?? null,
        };
      }),
      ...others.map((racer) => toRow(event, racer)),
    ],
  };
}

function toRow(event: EventState, racer: EntryResult): ExportRow {
  const { entry, state, status, startTime, finishTime, gross, penalty, duration } = racer;
  const { racerId, name, bib, groups } = entry;
  const { club = null, team = null, gender = null, born = null } = entry.details ?? {};
  return {
    racerId,
    name,
    bib,
    groups,
    club,
    team,
    gender,
    born,
    category: categoryOf(event, entry),
    state,
    status,
    rank: null,
    categoryRank: null,
    startTime,
    finishTime,
    gross,
    penalty,
    time: duration,
    handicap: event.format.handicap === null || entry.handicap == null ? null : durationMs(entry.handicap.ms),
    adjusted: null,
    adjustedRank: null,
    gap: null,
    splits: event.race.points.map(({ line }) => elapsedAt(event, racer, line)),
  };
}

function firstStartOf({ taps }: EventState): EpochMs | null {
  const starts = Object.values(taps).filter(({ line, undone }) => line === 'start' && !undone);
  return starts.reduce<EpochMs | null>((first, tap) => {
    const at = timeOf(tap);
    return first === null || at < first ? at : first;
  }, null);
}

/** Called in the order of the ranks: the next of a category is slower than the one before, or as fast. */
function createCategoryRanks() {
  const last = new Map<string, { readonly count: number; readonly rank: number; readonly time: DurationMs }>();
  return (category: string | null, time: DurationMs): number | null => {
    if (category === null) return null;
    const before = last.get(category);
    const count = (before?.count ?? 0) + 1;
    const rank = before?.time === time ? before.rank : count;
    last.set(category, { count, rank, time });
    return rank;
  };
}

function elapsedAt(event: EventState, { entry, startTime }: EntryResult, line: string): DurationMs | null {
  const at = timeAt(event, entry.racerId, line);
  return at === null || startTime === null || at < startTime ? null : durationMs(at - startTime);
}

/** Racers of a race in their categories, the empty ones left out; null for those in none. */
export function groupByCategory({ categories, rows }: ExportRace): { category: string | null; rows: ExportRow[] }[] {
  const named = [...new Set([...categories, ...rows.flatMap(({ category }) => category ?? [])])];
  return [...named, null]
    .map((category) => ({ category, rows: rows.filter((row) => row.category === category) }))
    .filter((group) => group.rows.length > 0);
}

/** By adjusted time; racers without one stay at the end, in their order. */
export function inAdjustedOrder(rows: readonly ExportRow[]): ExportRow[] {
  return rows.toSorted((one, other) => {
    const [mine, theirs] = [one.adjustedRank ?? Infinity, other.adjustedRank ?? Infinity];
    return mine === theirs ? 0 : mine - theirs;
  });
}
