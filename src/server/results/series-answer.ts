import type { SeriesEvent } from '../../domain/series/score-event.ts';
import { readStandings } from '../../domain/series/standings.ts';
import { listTeamResults } from '../../domain/series/team-results.ts';
import type { SeriesAnswer, SeriesEventInfo } from '../../protocol/series.ts';
import type { BestsOfEvent, CourseBests } from './course-bests.ts';
import type { Database } from '../storage/database.ts';
import { listSeriesTeamRows, type SeriesEventRow, type SeriesResultRow, type StoredSeries } from '../storage/series.ts';
import { createKeptEventResults } from './kept-event-results.ts';

type Results = ReadonlyMap<string, readonly SeriesResultRow[]>;

export type SeriesBests = ReadonlyMap<string, BestsOfEvent>;

/** The standings of a series, computed from the stored results of its events. */
export function createSeriesAnswers(db: Database, courseBests: CourseBests) {
  const readResults = createKeptEventResults(db);

  /** Read only where bests have points. Before the lane: bests have their own turns in it. */
  async function readBests(
    { document: { rules } }: StoredSeries,
    events: readonly SeriesEventRow[],
  ): Promise<SeriesBests> {
    const bests = new Map<string, BestsOfEvent>();
    if ((rules.personalBest ?? 0) === 0) return bests;
    for (const event of events) bests.set(event.id, await courseBests.read(event.id));
    return bests;
  }

  async function write(
    { id: seriesId, version, linkKey, document }: StoredSeries,
    rows: readonly SeriesEventRow[],
    bests: SeriesBests,
    isOwner: boolean,
  ): Promise<SeriesAnswer> {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const eventIds = document.eventIds.filter((eventId) => byId.has(eventId));
    const results = await readResults(rows);
    const scored =
      document.rules.of === 'teams'
        ? await readTeams(eventIds, byId, isOwner)
        : readRacers(results, eventIds, bests, isOwner);
    return {
      id: seriesId,
      name: document.name,
      rules: document.rules,
      events: document.eventIds.flatMap((eventId) => infoOf(eventId, byId.get(eventId), results, isOwner)),
      standings: readStandings(scored, document.helpers, document.rules),
      ...(isOwner && { own: { version, document, linkKey } }),
    };
  }

  async function readTeams(
    eventIds: readonly string[],
    byId: ReadonlyMap<string, SeriesEventRow>,
    isOwner: boolean,
  ): Promise<SeriesEvent[]> {
    const racers = gatherByEvent(await listSeriesTeamRows(db, eventIds, isOwner));
    return eventIds.map((eventId) => ({
      eventId,
      results: listTeamResults(racers.get(eventId) ?? [], byId.get(eventId)!.teamRules),
    }));
  }

  return { readBests, write };
}

function readRacers(
  results: Results,
  eventIds: readonly string[],
  bests: SeriesBests,
  isOwner: boolean,
): SeriesEvent[] {
  return eventIds.map((eventId) => ({
    eventId,
    results: (results.get(eventId) ?? []).map(({ eventId: _event, publicName, ...result }) => ({
      ...result,
      name: isOwner ? result.name : publicName,
      isBest: bests.get(eventId)?.beaten.has(result.racerId) === true,
    })),
  }));
}

function gatherByEvent<Row extends { readonly eventId: string }>(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const gathered = new Map<string, Row[]>();
  for (const row of rows) {
    const own = gathered.get(row.eventId);
    if (own === undefined) gathered.set(row.eventId, [row]);
    else own.push(row);
  }
  return gathered;
}

/** Others do not learn of events that are gone. */
function infoOf(
  eventId: string,
  row: SeriesEventRow | undefined,
  results: Results,
  isOwner: boolean,
): SeriesEventInfo[] {
  if (row === undefined) {
    const gone = { id: eventId, name: '', at: 0, timeZone: 'UTC', state: 'gone', viewerKey: null } as const;
    return isOwner ? [gone] : [];
  }
  const { name, createdAt, timeZone, onCourse, viewerKey } = row;
  const starts = (results.get(eventId) ?? []).flatMap(({ startAt }) => startAt ?? []);
  const at = starts.length === 0 ? createdAt : Math.min(...starts);
  return [{ id: eventId, name, at, timeZone, state: onCourse > 0 ? 'running' : 'scored', viewerKey }];
}
