import type { ResultRow } from '../../domain/results/rows.ts';
import type { SeriesResult } from '../../domain/series/score-event.ts';
import type { TeamResultRow } from '../../domain/series/team-results.ts';

/** One row for each racer: of several attempts the total counts, as the event makes it. */
const ofRacers = (rows: readonly ResultRow[]): ResultRow[] => rows.filter(({ attempt }) => attempt === 1);

const msOf = ({ total, publishedMs }: ResultRow): number | null => (total === null ? publishedMs : total.ms);

/** The results of one event as a series scores them. `isOwner`: others see the names that viewers see. */
export function listSeriesResults(
  rows: readonly ResultRow[],
  isOwner: boolean,
  beaten: ReadonlySet<string> | undefined,
): SeriesResult[] {
  const started = new Set(rows.flatMap(({ racerId, startAt }) => (startAt === null ? [] : racerId)));
  return ofRacers(rows).map((row) => ({
    racerId: row.racerId,
    name: isOwner ? row.name : row.publicName,
    category: row.category,
    status: row.total === null ? row.status : row.total.status,
    ms: msOf(row),
    hasStarted: started.has(row.racerId),
    isBest: beaten?.has(row.racerId) === true,
  }));
}

/** The same for a series of teams, with what is known of each racer. */
export const listTeamRows = (rows: readonly ResultRow[], isOwner: boolean): TeamResultRow[] =>
  ofRacers(rows).map((row) => ({
    racerId: row.racerId,
    ms: msOf(row),
    details: row.details,
    shown: isOwner ? row.details : row.publicDetails,
  }));
