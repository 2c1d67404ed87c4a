import { createHash } from 'node:crypto';
import type { HandicapRule } from '../../domain/model/race-format.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import { countTables } from '../../domain/series/rules.ts';
import { writePlainStandingsCsv } from '../../domain/series/standings-csv.ts';
import { MAX_SERIES_RESULTS } from '../../protocol/limits.ts';
import type { RacerStanding } from '../../protocol/history.ts';
import type { SeriesAnswer } from '../../protocol/series.ts';
import type { Requester } from '../fair-turns.ts';
import type { Lane } from '../reads/lane.ts';
import { SharedWork, shareWork } from '../reads/shared-work.ts';
import type { Storage } from '../storage/engine.ts';
import { listLinkedSeries, listSeriesEvents, readSeriesState, type StoredSeries } from '../storage/series.ts';
import { readSamePersons } from '../storage/same-persons.ts';
import { type CourseBests, gatherCourses, MOST_ON_COURSES } from './course-bests.ts';
import type { EventRows } from './event-rows.ts';
import { createKeptAnswers, type Kept } from './kept-answers.ts';
import { keepText, type KeptText } from './kept-text.ts';
import { type SeriesReader, writeSeriesAnswer } from './series-answer.ts';

/** Standings are kept as they were sent: while nothing changes, a reader costs one look at the events. */
const MOST_KEPT = 200;
/** Most bytes of kept standings: one of the largest series has a few megabytes, and two hundred would fill a small machine. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024;
/** Results of a series whose standings may be late by a second. */
const MANY_RESULTS = 2_000;

/** Bytes that are kept of each racer besides the text of the standings. */
const STANDING_BYTES = 250;

/** Standings as they are sent, and the few figures of each racer that a racer's page says. */
interface KeptStandings extends KeptText {
  readonly standings: ReadonlyMap<string, readonly RacerStanding[]>;
}

interface Parsed {
  readonly text: KeptText;
  readonly answer: SharedWork<SeriesAnswer>;
}

/** `csv`: for programs that read rows. */
export type SeriesForm = 'json' | 'csv';

interface Asked {
  readonly by: SeriesReader;
  readonly form: SeriesForm;
  readonly name: string;
  readonly merges: number;
}

type NoSeries = 'series-too-large' | 'unavailable';

export interface KeptSeries {
  read(
    series: StoredSeries,
    by: SeriesReader,
    reader: Requester,
    form?: SeriesForm,
  ): Promise<Kept<KeptStandings> | NoSeries>;
  /** Series of an event as everybody with their links reads them. */
  readLinked(eventId: string, most: number, reader: Requester): Promise<readonly SeriesAnswer[]>;
}

export interface KeptSeriesParts {
  readonly storage: Storage;
  readonly lane: Lane;
  readonly rows: EventRows;
  readonly courseBests: CourseBests;
  now?(): number;
}

export function createKeptSeries({ storage, lane, rows, courseBests, now }: KeptSeriesParts): KeptSeries {
  const { db } = storage;
  const kept = createKeptAnswers<KeptStandings>({
    most: MOST_KEPT,
    mostBytes: MOST_KEPT_BYTES,
    bytesOf: ({ bytes, standings }) => bytes.length + standings.size * STANDING_BYTES,
    ...(now && { now }),
  });
  /** Looks under way, by answer and state: the list of events is read once for all who ask meanwhile. */
  const looking = new Map<string, SharedWork<Kept<KeptStandings> | NoSeries>>();
  /**
   * The series parsed last: parsed anew for each of a hundred parents who begin to follow one event, they would keep the lane
   * busy for seconds.
   */
  let parsed: readonly Parsed[] = [];

  async function read(
    series: StoredSeries,
    by: SeriesReader,
    reader: Requester,
    form: SeriesForm = 'json',
  ): Promise<Kept<KeptStandings> | NoSeries> {
    const { id, ownerId, version, linkKey, document } = series;
    const hasBests = (document.rules.personalBest ?? 0) > 0;
    const { state, merges } = await readSeriesState(storage, ownerId, document.eventIds, hasBests);
    const name = `${id} ${by} ${form}`;
    const seq = digest([version, linkKey, merges, state]);
    const there = kept.find(name, seq, reader);
    if (there !== undefined) return there;
    return shareWork(looking, `${name} ${seq}`, reader, (all) => make(series, { by, form, name, merges }, seq, all));
  }

  async function make(
    series: StoredSeries,
    { by, form, name, merges }: Asked,
    seq: string,
    reader: Requester,
  ): Promise<Kept<KeptStandings> | NoSeries> {
    const { eventIds, rules } = series.document;
    const most = (rules.personalBest ?? 0) > 0 ? MOST_ON_COURSES : 0;
    const { events, onCourses } = await listSeriesEvents(db, series.ownerId, eventIds, most);
    const results = events.reduce((sum, { total }) => sum + total, 0);
    if (results * countTables(rules) > MAX_SERIES_RESULTS) return 'series-too-large';
    const rowsOf = new Map<string, readonly ResultRow[]>();
    const handicaps = new Map<string, HandicapRule | null>();
    const shown: unknown[] = [series.version, series.linkKey, merges];
    let count = 0;
    for (const event of events) {
      const held = await rows.read(event, reader);
      if (held === null) return 'unavailable';
      rowsOf.set(event.id, held.rows);
      handicaps.set(event.id, held.ranking.handicap);
      shown.push([event.id, event.name, event.viewerKey, held.shown]);
      count += held.rows.length;
    }
    const state = { seq, shown: digest(shown), isLarge: count > MANY_RESULTS };
    return kept.get(name, state, reader, async (all) => {
      // Outside of the lane: rows have their own turns in it.
      const courses = gatherCourses(series.ownerId, onCourses, new Set(eventIds));
      const beaten = await courseBests.readBeaten(courses, all);
      const byId = new Map(events.map((event) => [event.id, event]));
      const same = await readSamePersons(db, series.ownerId);
      const parts = { series, events: byId, rows: rowsOf, handicaps, beaten, same };
      return lane.run(all, () => {
        const answer = writeSeriesAnswer(parts, by);
        // A program that reads rows asks for no racer.
        if (form === 'csv') return { ...keepText(writeCsv(answer)), standings: new Map() };
        return { ...keepText(JSON.stringify(answer)), standings: listStandings(answer) };
      });
    });
  }

  const takeApart = (text: KeptText, reader: Requester): Parsed => ({
    text,
    answer: new SharedWork(reader, (all) => lane.run(all, () => parse(text))),
  });

  return {
    read,
    async readLinked(eventId, most, reader) {
      const linked: Promise<SeriesAnswer>[] = [];
      for (const series of await listLinkedSeries(db, eventId, most)) {
        const found = await read(series, 'link', reader);
        if (typeof found === 'string') continue;
        const { answer: text } = found;
        const made = parsed.find((each) => each.text === text && !each.answer.isLost) ?? takeApart(text, reader);
        parsed = [made, ...parsed.filter((each) => each !== made)].slice(0, most);
        linked.push(made.answer.wait(reader));
      }
      return Promise.all(linked);
    },
  };
}

/** Standings by racer; empty in a series of teams, where no racer has a place. */
function listStandings({ rules, standings }: SeriesAnswer): Map<string, RacerStanding[]> {
  const byRacer = new Map<string, RacerStanding[]>();
  if (rules.of === 'teams') return byRacer;
  for (const { category, rows } of standings) {
    const ranked = rows.reduce((count, { rank }) => count + Number(rank !== null), 0);
    for (const { racerId, rank, total, scores } of rows) {
      const own = byRacer.get(racerId) ?? [];
      byRacer.set(racerId, own);
      own.push({ category, isOverall: category === null, rank, ranked, total, scores: scores.length });
    }
  }
  return byRacer;
}

/** Standings as the page shows them: a deleted event has no column. */
const writeCsv = (answer: SeriesAnswer): string =>
  writePlainStandingsCsv({ ...answer, events: answer.events.filter(({ state }) => state !== 'gone') });

const parse = ({ bytes }: KeptText): SeriesAnswer => JSON.parse(new TextDecoder().decode(bytes)) as SeriesAnswer;

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
