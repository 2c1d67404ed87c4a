import type { HandicapRule } from '../../domain/model/race-format.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import { canScore, type Ranked, rankAdjusted } from '../../domain/series/adjusted-times.ts';
import { joinPersons } from '../../domain/results/join-persons.ts';
import { personOf, type SamePersons } from '../../domain/racers/persons.ts';
import type { SeriesRules } from '../../domain/series/rules.ts';
import type { SeriesEvent, SeriesResult } from '../../domain/series/score-event.ts';
import { readStandings } from '../../domain/series/standings.ts';
import { listTeamResults, type TeamResultRow } from '../../domain/series/team-results.ts';
import { SERIES_VERSION, type SeriesAnswer, type SeriesEventInfo } from '../../protocol/series.ts';
import type { SeriesEventRow, StoredSeries } from '../storage/series.ts';

/** The stored data from which the standings of a series are computed. */
export interface SeriesParts {
  readonly series: StoredSeries;
  /** The series' events by id. */
  readonly events: ReadonlyMap<string, SeriesEventRow>;
  readonly rows: ReadonlyMap<string, readonly ResultRow[]>;
  /** The handicap rule of each event. */
  readonly handicaps: ReadonlyMap<string, HandicapRule | null>;
  /** Racers of each event with a personal best; empty where bests have no points. */
  readonly beaten: ReadonlyMap<string, ReadonlySet<string>>;
  readonly same: SamePersons;
}

/** `program`: with a token of the owner, which reaches no keys. `link`: everybody with the key of the series' link. */
export type SeriesReader = 'owner' | 'program' | 'link';

/** The standings of a series, computed from the stored results of its events. */
export function writeSeriesAnswer(parts: SeriesParts, reader: SeriesReader): SeriesAnswer {
  const { id, version, linkKey, document } = parts.series;
  const isOwner = reader !== 'link';
  const events = document.eventIds.flatMap((eventId) => infoOf(parts, eventId, isOwner));
  return {
    version: SERIES_VERSION,
    id,
    name: document.name,
    rules: document.rules,
    events: reader === 'program' ? events.map((event) => ({ ...event, viewerKey: null })) : events,
    standings: readStandings(scoredEvents(parts, isOwner), helpersOf(parts), document.rules),
    ...(reader === 'owner' && { own: { version, document, linkKey } }),
  };
}

const helpersOf = ({ series, same }: SeriesParts) =>
  series.document.helpers.map(({ eventId, racerId }) => ({ eventId, racerId: personOf(same, racerId) }));

function scoredEvents(parts: SeriesParts, isOwner: boolean): SeriesEvent[] {
  const { series, events, rows, handicaps, beaten, same } = parts;
  const { document } = series;
  const { rules } = document;
  const names = ownNames(parts, isOwner);
  return document.eventIds.flatMap((eventId) => {
    const event = events.get(eventId);
    if (event === undefined) return [];
    const scores = rules.times !== 'adjusted' || canScore(handicaps.get(eventId) ?? null, rules.scoring);
    const own = scores ? (rows.get(eventId) ?? []) : [];
    const results =
      rules.of === 'teams'
        ? listTeamResults(listTeamRows(own, isOwner), event.teamRules)
        : listSeriesResults(joinPersons(own, same), rules, { isOwner, names, beaten: beaten.get(eventId) });
    return [{ eventId, results }];
  });
}

const nameOf = (row: ResultRow, isOwner: boolean): string => (isOwner ? row.name : row.publicName);

/**
 * Names of persons with several racers: the last one under which the racer that stands for the person raced. A name of the
 * merged racer was the wrong one.
 */
function ownNames({ series: { document }, rows, same }: SeriesParts, isOwner: boolean): ReadonlyMap<string, string> {
  const persons = new Set([...same.keys()].map((racerId) => personOf(same, racerId)));
  const all = persons.size === 0 ? [] : document.eventIds.flatMap((eventId) => rows.get(eventId) ?? []);
  return new Map(all.flatMap((row) => (persons.has(row.racerId) ? [[row.racerId, nameOf(row, isOwner)]] : [])));
}

/** Description of one event. Readers besides the owner do not learn of events that are gone. */
function infoOf(
  { series, events, rows, handicaps }: SeriesParts,
  eventId: string,
  isOwner: boolean,
): SeriesEventInfo[] {
  const event = events.get(eventId);
  if (event === undefined) {
    const gone = { id: eventId, name: '', at: 0, timeZone: 'UTC', state: 'gone', viewerKey: null } as const;
    return isOwner ? [gone] : [];
  }
  const { name, createdAt, timeZone, onCourse, viewerKey } = event;
  const starts = (rows.get(eventId) ?? []).flatMap(({ startAt, attempt }) => (attempt === 1 ? (startAt ?? []) : []));
  const at = starts.length === 0 ? createdAt : Math.min(...starts);
  const info = { id: eventId, name, at, timeZone, state: onCourse > 0 ? 'running' : 'scored', viewerKey } as const;
  const { times, scoring } = series.document.rules;
  if (times !== 'adjusted') return [info];
  const handicap = handicaps.get(eventId) ?? null;
  return [{ ...info, adjusted: canScore(handicap, scoring) ? handicap! : 'none' }];
}

/** One row for each racer: of several attempts the total counts, as the event makes it. */
const ofRacers = (rows: readonly ResultRow[]): ResultRow[] => rows.filter(({ attempt }) => attempt === 1);

const msOf = ({ total, publishedMs }: ResultRow): number | null => (total === null ? publishedMs : total.ms);

/** The figure that the rules rank: the time, or what the racer's handicap makes of it. */
function rankedOf(row: ResultRow, { times, scoring }: SeriesRules): Ranked {
  if (times !== 'adjusted') return { ms: msOf(row) };
  return rankAdjusted((row.total === null ? row.adjusted : row.total.adjusted) ?? null, scoring);
}

interface Shown {
  /** False for readers besides the owner, who get the names that viewers get. */
  readonly isOwner: boolean;
  /** Names of persons with several racers, by the racer that stands for each. */
  readonly names: ReadonlyMap<string, string>;
  readonly beaten: ReadonlySet<string> | undefined;
}

/** The results of one event as a series scores them. */
function listSeriesResults(
  rows: readonly ResultRow[],
  rules: SeriesRules,
  { isOwner, names, beaten }: Shown,
): SeriesResult[] {
  const started = new Set(rows.flatMap(({ racerId, startAt }) => (startAt === null ? [] : racerId)));
  return ofRacers(rows).map((row) => ({
    racerId: row.racerId,
    name: names.get(row.racerId) ?? nameOf(row, isOwner),
    category: row.category,
    status: row.total === null ? row.status : row.total.status,
    ...rankedOf(row, rules),
    hasStarted: started.has(row.racerId),
    isBest: beaten?.has(row.racerId) === true,
  }));
}

/** Rows for a series of teams, which need each racer's details. */
const listTeamRows = (rows: readonly ResultRow[], isOwner: boolean): TeamResultRow[] =>
  ofRacers(rows).map((row) => ({
    racerId: row.racerId,
    ms: msOf(row),
    details: row.details,
    shown: isOwner ? row.details : row.publicDetails,
  }));
