import { Hono } from 'hono';
import { compareRaces } from '../../domain/history/compare.ts';
import { readRecords, type RecordTime } from '../../domain/history/course-records.ts';
import { readProgress } from '../../domain/history/progress.ts';
import { joinPersons } from '../../domain/results/join-persons.ts';
import { readRace, takeNewest } from '../../domain/history/races.ts';
import { MAX_COMPARED_EVENTS, MAX_COMPARED_RESULTS, MAX_COMPARED_TIMES } from '../../protocol/limits.ts';
import type {
  ComparisonAnswer,
  ProgressAnswer,
  RaceInfo,
  RacesAnswer,
  RecordsAnswer,
  ShownRecord,
} from '../../protocol/compare.ts';
import { api } from '../../protocol/routes.ts';
import { isStorable } from '../../protocol/storable.ts';
import type { ServerContext } from '../server-context.ts';
import type { Requester } from '../fair-turns.ts';
import type { Limit } from '../limits/limiter.ts';
import type { Lane } from '../reads/lane.ts';
import { type SharedWork, shareNextWork } from '../reads/shared-work.ts';
import { createKeptAnswers } from '../results/kept-answers.ts';
import { keepText, type KeptText } from '../results/kept-text.ts';
import { catchUpResults } from '../storage/catch-up-results.ts';
import { countMerges, readSamePersons } from '../storage/same-persons.ts';
import { listComparedRows, listFastest, listOwnRaces, type OwnRace, type WantedRaces } from '../storage/compare.ts';
import { refuseParameter, refuseWith } from './answers.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { accountOf, forAccounts } from './find-account.ts';
import { idIn } from './path-id.ts';
import { readerOf } from './reader.ts';
import { sendKept } from './send-kept.ts';

/**
 * A comparison reads up to 20,000 rows: people look at tables more slowly than this limit, and programs that only ask are held
 * to it.
 */
const READS: Limit = { burst: 60, refillMs: 1_000 };
/** Progress over so many results may be late by a second. */
const MANY_ROWS = 400;
/** Results of a course among which records are looked for: as many as bests are made of (HI6). */
const MAX_RECORD_RESULTS = 50_000;
const MOST_KEPT = 50;
const MOST_BYTES = 16 * 1024 * 1024;
/** Most characters of a course's key in a query; no real key is as long. */
const MAX_KEY_LENGTH = 1_000;
const LATEST = 8_640_000_000_000_000;

/** PostgreSQL fails at a zero byte. */
const isCourseKey = (text: string): boolean => text !== '' && text.length <= MAX_KEY_LENGTH && isStorable(text);

/** Comparisons of an owner's events, from the stored results; for the owner alone. */
export function createCompareRoutes(parts: ServerContext, lane: Lane): App {
  const app = new Hono<AppEnv>();
  const { storage, limits } = parts;
  const { db } = storage;
  const reads = limits.limiter('compare-reads', READS);
  const owners = forAccounts(parts);
  const kept = createKeptAnswers<KeptText>({
    most: MOST_KEPT,
    mostBytes: MOST_BYTES,
    bytesOf: ({ bytes }) => 2 * bytes.length,
  });

  /** Lists that are being read, by user. */
  const listing = new Map<string, SharedWork<string>>();

  async function writeRaces(userId: string): Promise<string> {
    const races = await listOwnRaces(db, userId);
    return JSON.stringify({ races: races.map(infoOf) } satisfies RacesAnswer);
  }

  app.get(api.ownRaces, owners, async (c) => {
    const { userId } = accountOf(c);
    const wait = reads.take(userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const text = await shareNextWork(listing, userId, readerOf(c), (all) => lane.run(all, () => writeRaces(userId)));
    return c.body(text, 200, { 'Content-Type': 'application/json' });
  });

  app.get(api.compare, owners, async (c) => {
    const { userId } = accountOf(c);
    const wait = reads.take(userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const ids = [idIn(c, 'eventId'), idIn(c, 'otherId')];
    if (ids.includes('') || ids[0] === ids[1]) return refuseWith(c, 'event-not-found');
    const found = await listComplete(userId, { ids }, readerOf(c));
    if (found.length < 2) return refuseWith(c, 'event-not-found');
    if (found.reduce((sum, { rows }) => sum + rows, 0) > MAX_COMPARED_RESULTS)
      return refuseWith(c, 'compare-too-large');
    const [after, before] = found as [OwnRace, OwnRace];
    const make = async (): Promise<ComparisonAnswer> => {
      const rows = await listComparedRows(db, [before.id, after.id]);
      const same = await readSamePersons(db, userId);
      const read = (race: OwnRace) => readRace(joinPersons(rows.get(race.id)!, same), race.points);
      const [first, second] = [read(before), read(after)];
      return { before: infoOf(before), after: infoOf(after), ...compareRaces(first, second) };
    };
    return answer(c, found, JSON.stringify([userId, ...ids]), make);
  });

  app.get(api.progress, owners, async (c) => {
    const { userId } = accountOf(c);
    const wait = reads.take(userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const { course: courseKey = '', from, to } = c.req.query();
    const [since, until] = [momentIn(from), momentIn(to)];
    if (!isCourseKey(courseKey)) {
      return refuseParameter(c, 'course', 'must be the courseKey of one of your events');
    }
    if (since === null || until === null) {
      return refuseParameter(c, since === null ? 'from' : 'to', 'must be a moment in milliseconds');
    }
    const all = await listComplete(userId, { courseKey }, readerOf(c));
    const inWeeks = all.filter(({ at }) => at >= since && at < until);
    const chosen = takeNewest(inWeeks, {
      events: MAX_COMPARED_EVENTS,
      results: MAX_COMPARED_RESULTS,
      times: MAX_COMPARED_TIMES,
    });
    const make = async (): Promise<ProgressAnswer> => {
      const rows = await listComparedRows(
        db,
        chosen.map((race) => race.id),
      );
      const same = await readSamePersons(db, userId);
      const races = chosen.toReversed();
      const dated = races.map((race) => ({
        eventId: race.id,
        at: race.at,
        ...readRace(joinPersons(rows.get(race.id)!, same), race.points),
      }));
      return { races: races.map(infoOf), leftOut: inWeeks.length - chosen.length, ...readProgress(dated) };
    };
    return answer(c, chosen, JSON.stringify([userId, courseKey, since, until]), make);
  });

  app.get(api.records, owners, async (c) => {
    const { userId } = accountOf(c);
    const wait = reads.take(userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const { course: courseKey = '' } = c.req.query();
    if (!isCourseKey(courseKey)) {
      return refuseParameter(c, 'course', 'must be the courseKey of one of your events');
    }
    const all = await listComplete(userId, { courseKey }, readerOf(c));
    const chosen = takeNewest(all, { events: all.length, results: MAX_RECORD_RESULTS, times: Infinity });
    const make = async (): Promise<RecordsAnswer> => {
      const races = new Map(chosen.map((race) => [race.id, race]));
      const records = readRecords(await listFastest(db, [...races.keys()]));
      return { records: records.map((each) => showRecord(each, races)), leftOut: all.length - chosen.length };
    };
    return answer(c, chosen, JSON.stringify([userId, 'records', courseKey]), make);
  });

  /** Made once for all who ask for the same, while its events stay as they are. */
  async function answer(
    c: AppContext,
    races: readonly OwnRace[],
    name: string,
    make: () => Promise<ComparisonAnswer | ProgressAnswer | RecordsAnswer>,
  ): Promise<Response> {
    // The owner sees everything of these events: only which events there are, and who is one person, must never be late.
    const merges = await countMerges(db, accountOf(c).userId);
    const shown = [merges, ...races.map((race) => race.id)].join(' ');
    const events = races.map((race) => `${race.id} ${race.seq} ${race.resultsSeq}`).join(' ');
    const state = {
      seq: `${merges} ${events}`,
      shown,
      isLarge: races.reduce((sum, { rows }) => sum + rows, 0) > MANY_ROWS,
    };
    const made = await kept.get(name, state, readerOf(c), (all) =>
      lane.run(all, async () => keepText(JSON.stringify(await make()))),
    );
    return sendKept(c, made, 'application/json');
  }

  /** Events whose results are behind their logs are caught up first: their dates and times would be missing. */
  async function listComplete(userId: string, wanted: WantedRaces, reader: Requester): Promise<OwnRace[]> {
    const found = await lane.run(reader, () => listOwnRaces(db, userId, wanted));
    const behind = found.filter(({ seq, resultsSeq }) => resultsSeq < seq).slice(0, MAX_COMPARED_EVENTS);
    for (const race of behind) await lane.run(reader, () => catchUpResults(storage, race.id));
    return behind.length === 0 ? found : lane.run(reader, () => listOwnRaces(db, userId, wanted));
  }
  return app;
}

function showRecord({ eventId, ...record }: RecordTime, races: ReadonlyMap<string, OwnRace>): ShownRecord {
  const { name, timeZone } = races.get(eventId)!;
  return { ...record, event: { id: eventId, name, timeZone } };
}

function momentIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,16}$/.test(text) && Number(text) <= LATEST ? Number(text) : null;
}

function infoOf({ id: raceId, name, at, timeZone, course, courseKey, conditions, finished }: OwnRace): RaceInfo {
  return { id: raceId, name, at, timeZone, course, courseKey, conditions, finished };
}
