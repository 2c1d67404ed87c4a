import { Hono } from 'hono';
import { hasAccount } from '../../domain/access/can.ts';
import { initialsOf } from '../../domain/access/initials.ts';
import { viewOf } from '../../domain/sights/views.ts';
import { groupBy } from '../../domain/history/event-result.ts';
import { readHistory } from '../../domain/history/read-history.ts';
import { racersOf, type SamePersons } from '../../domain/racers/persons.ts';
import { joinPersons } from '../../domain/results/join-persons.ts';
import { MAX_HISTORY_RESULTS } from '../../protocol/limits.ts';
import {
  type BestsAnswer,
  HISTORY_KEY_HEADER,
  type HistoryAnswer,
  historyLink,
  historyPaths,
  type MergePreview,
  type MergeSide,
  type RacerSeries,
  type RacerSeriesAnswer,
  type RacerStanding,
} from '../../protocol/history.ts';
import { api } from '../../protocol/routes.ts';
import { SCREEN_KEY_PREFIX } from '../../protocol/screen-address.ts';
import { nobodySends } from '../access/sender.ts';
import type { ServerContext } from '../server-context.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { CourseBests } from '../results/course-bests.ts';
import type { KeptSeries } from '../results/kept-series.ts';
import type { Limit } from '../limits/limiter.ts';
import type { Lane } from '../reads/lane.ts';
import { createLinkKey, opensLink } from '../access/link-keys.ts';
import { catchUpResults } from '../storage/catch-up-results.ts';
import {
  findLinkedRacers,
  type LinkedRacer,
  listRacerResults,
  type RacerResult,
  setHistoryLink,
} from '../storage/history.ts';
import { countBelongings, listMet, readSamePersons } from '../storage/same-persons.ts';
import { countRacerSeries, listRacerSeries, type StoredSeries } from '../storage/series.ts';
import { isAnnouncerKey } from '../storage/screen-keys.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { accountOf, forAccounts } from './find-account.ts';
import { findSender } from './find-sender.ts';
import { createEventLook } from './look-at-event.ts';
import { idIn, idInQuery } from './path-id.ts';
import { readerOf } from './reader.ts';

const CHANGES: Limit = { burst: 60, refillMs: 10_000 };
/** Upkeep catches the rest up: one reader does not wait for years of events. */
const MOST_CAUGHT_UP = 20;

/** The series that were made last, as many as a page has room for. */
const MOST_SERIES = 5;
/**
 * Most bytes of standings on one page, so that one reader cannot have five of the largest made. Seasons of clubs are below a
 * tenth.
 */
const MOST_SERIES_BYTES = 4 * 1024 * 1024;

/** Most events that are named where two racers have met. */
const MOST_MET = 3;

/** The owner whose events are read, and how the reader came. */
interface Seen {
  readonly ownerId: string;
  readonly isOwner: boolean;
  /** All ids of the person, first that of the racer that stands for them. */
  readonly racerIds: readonly string[];
  /** The person's racers that are in the owner's library. */
  readonly racers: readonly LinkedRacer[];
  readonly same: SamePersons;
}

/** The results of a racer over the events of one owner, and the earlier bests of the racers of an event. */
export function createHistoryRoutes(
  parts: ServerContext,
  keyGuesses: KeyGuesses,
  lane: Lane,
  courseBests: CourseBests,
  keptSeries: KeptSeries,
): App {
  const app = new Hono<AppEnv>();
  const { clock, limits, storage } = parts;
  const { db } = storage;
  const changes = limits.limiter('history-links', CHANGES);
  const lookAtEvent = createEventLook(parts, keyGuesses);

  app.get(historyPaths.one, async (c) => {
    const racerId = idIn(c, 'racerId');
    const seen = await look(c, racerId);
    const answer = seen && (await read(c, seen));
    if (answer === null) return refuseWith(c, 'racer-history-not-found');
    c.header('Cache-Control', 'private, no-store');
    return c.json(answer);
  });

  app.get(historyPaths.series, async (c) => {
    const racerId = idIn(c, 'racerId');
    const seen = await look(c, racerId);
    if (seen === null) return refuseWith(c, 'racer-history-not-found');
    const { ownerId, isOwner, racerIds } = seen;
    const found = await listRacerSeries(storage, racerIds, { ownerId, areLinked: !isOwner, most: MOST_SERIES + 1 });
    const series: RacerSeries[] = [];
    let [bytes, looked] = [0, 0];
    for (const each of found.slice(0, MOST_SERIES)) {
      if (bytes > MOST_SERIES_BYTES) break;
      looked += 1;
      const kept = await keptSeries.read(each, isOwner ? 'owner' : 'link', readerOf(c));
      if (typeof kept === 'string') continue;
      bytes += kept.answer.bytes.length;
      // A person has several standings only where two of their racers have times in one event.
      const standings = racerIds.flatMap((id) => kept.answer.standings.get(id) ?? []);
      if (standings.length > 0) series.push(showSeries(each, standings, isOwner));
    }
    c.header('Cache-Control', 'private, no-store');
    return c.json<RacerSeriesAnswer>({ series, isCut: found.length > looked });
  });

  app.get(historyPaths.merge, forAccounts(parts), async (c) => {
    const { userId: ownerId } = accountOf(c);
    const ids = [idIn(c, 'racerId'), idInQuery(c, 'into')];
    const known = ids.includes('') ? [] : await findLinkedRacers(db, ids);
    if (ids[0] === ids[1] && known[0]?.ownerId === ownerId) return refuseWith(c, 'racer-with-itself');
    if (known.length < 2 || known.some((racer) => racer.ownerId !== ownerId || racer.isDeleted)) {
      return refuseWith(c, 'racer-not-found');
    }
    const same = await readSamePersons(db, ownerId);
    const [one, other] = known.map(({ id }) => racersOf(same, id)) as [string[], string[]];
    const sides: MergeSide[] = [];
    for (const [index, { id, name }] of known.entries()) {
      const racerIds = index === 0 ? one : other;
      const series = await countRacerSeries(storage, ownerId, racerIds);
      sides.push({ racerId: id, name, ...(await countBelongings(db, ownerId, racerIds)), series });
    }
    const met = one[0] === other[0] ? [] : await listMet(db, ownerId, one, other, MOST_MET);
    c.header('Cache-Control', 'private, no-store');
    return c.json<MergePreview>({ sides, met });
  });

  app.post(historyPaths.link, forAccounts(parts), async (c) => {
    const { userId: ownerId } = accountOf(c);
    const body = await readBody(c, historyLink);
    if (!body.ok) return refuseWith(c, body.error);
    const wait = changes.take(ownerId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const racerId = idIn(c, 'racerId');
    if (racerId === '') return refuseWith(c, 'racer-history-not-found');
    const key = body.value.isOn ? createLinkKey() : null;
    const racerIds = racersOf(await readSamePersons(db, ownerId), racerId);
    const isSet = await setHistoryLink(db, { racerIds, ownerId, key }, clock.now());
    return isSet ? c.json({ linkKey: key }) : refuseWith(c, 'racer-history-not-found');
  });

  app.get(api.bests, async (c) => {
    const seen = await lookAtEvent(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { door, actor, sight } = seen.value;
    const { areShown, bests } = await courseBests.read(door.id, readerOf(c));
    const key = actor.key === 'viewer' ? c.req.query('key') : undefined;
    // An announcer speaks for the organiser. The key was checked with the door.
    const isAnnouncer = key?.startsWith(SCREEN_KEY_PREFIX) === true && (await isAnnouncerKey(db, door.id, key));
    const isWhole = viewOf(sight) === 'admin' || isAnnouncer;
    const told = isWhole || areShown ? [...bests] : [];
    const answer: BestsAnswer = {
      bests: Object.fromEntries(told.map(([racerId, best]) => [racerId, isWhole ? best : { ms: best.ms }])),
    };
    c.header('Cache-Control', 'private, no-store');
    return c.json(answer);
  });

  /**
   * Without the key of the link, everybody reads their own events: a racer of another person has no results there. The
   * key is too long to guess, so that wrong ones are not counted and nobody can shut out a right one.
   */
  async function look(c: AppContext, racerId: string): Promise<Seen | null> {
    const sender = (await findSender(parts, c)) ?? nobodySends;
    const { userId } = sender;
    if (racerId === '') return null;
    const key = c.req.header(HISTORY_KEY_HEADER);
    const [named] = await findLinkedRacers(db, [racerId]);
    const isOwner = named?.ownerId === userId || key === undefined;
    if (isOwner && !hasAccount(sender)) return null;
    const ownerId = isOwner ? userId : named?.ownerId;
    if (ownerId === undefined) return null;
    const same = await readSamePersons(db, ownerId);
    const racerIds = racersOf(same, racerId);
    const racers = (await findLinkedRacers(db, racerIds)).filter((racer) => racer.ownerId === ownerId);
    // The link of each of them opens the whole, which is what there is of the person.
    const opens = isOwner || (racers[0]?.isDeleted === false && racers.some((racer) => opensLink(key, racer.linkKey)));
    return opens ? { ownerId, isOwner, racerIds, racers, same } : null;
  }

  async function read(
    c: AppContext,
    { ownerId, isOwner, racerIds, racers, same }: Seen,
  ): Promise<HistoryAnswer | null> {
    const list = () => listRacerResults(db, ownerId, racerIds, MAX_HISTORY_RESULTS + 1);
    let rows = await list();
    const behind = new Set(rows.flatMap(({ isBehind, eventId }) => (isBehind ? [eventId] : [])));
    for (const eventId of [...behind].slice(0, MOST_CAUGHT_UP)) {
      await lane.run(readerOf(c), () => catchUpResults(storage, eventId));
    }
    if (behind.size > 0) rows = await list();
    const newest = rows[0];
    const [racer, ...merged] = racers;
    if (racer === undefined && newest === undefined) return null;
    const name = racer?.name ?? newest!.name;
    const shown = groupBy(rows.slice(0, MAX_HISTORY_RESULTS), ({ eventId }) => eventId);
    const joined = [...shown.values()].map((own) => joinPersons(own, same));
    // One event that shows initials makes all of the page's name initials: beside it, the name would tell who they are.
    const isHidden = rows.some((row) => row.publicName !== row.name);
    const publicName = isHidden ? initialsOf(name) : name;
    return {
      name: isOwner ? name : publicName,
      courses: showCourses(joined.flat(), isOwner),
      isCut: rows.length > MAX_HISTORY_RESULTS,
      ...(isOwner && {
        own: {
          racerId: racerIds[0]!,
          linkKey: racers.find(({ linkKey }) => linkKey !== null)?.linkKey ?? null,
          mayShare: racer !== undefined && !racer.isDeleted,
          publicName,
          elsewhere: rows
            .filter((row) => row.attempt === 1 && row.name !== name)
            .map((row) => ({ eventId: row.eventId, racerId: row.racerId, name: row.name })),
          merged: merged.map((each) => ({ racerId: each.id, name: each.name })),
          met: joined.flatMap((own) =>
            own.some(({ racerId }) => racerId !== own[0]!.racerId) ? own[0]!.event.name : [],
          ),
        },
      }),
    };
  }
  return app;
}

/** Series on a racer's page. Readers besides the owner do not get the category, which may be an age. */
function showSeries(
  { id, document: { name, rules } }: StoredSeries,
  standings: readonly RacerStanding[],
  isOwner: boolean,
): RacerSeries {
  const { scoring, times, minimum } = rules;
  return {
    id: isOwner ? id : null,
    name,
    scoring: scoring.kind,
    isAdjusted: times === 'adjusted',
    minimum,
    standings: isOwner ? standings : standings.map((each) => ({ ...each, category: null })),
  };
}

function showCourses(rows: readonly RacerResult[], isOwner: boolean): HistoryAnswer['courses'] {
  const byEvent = new Map(rows.map((row) => [row.eventId, row]));
  const courses = readHistory(
    rows,
    [...byEvent.values()].map(({ event }) => event),
  );
  return courses.map(({ course, best, results }) => ({
    course,
    best,
    results: results.map(({ eventId, ...result }) => {
      const { event, viewerKey } = byEvent.get(eventId)!;
      const { name, timeZone, conditions } = event;
      const isNamed = isOwner || viewerKey !== null;
      const words = isNamed ? { id: eventId, name, conditions } : { id: null, name: null, conditions: '' };
      return { ...result, event: { ...words, timeZone, viewerKey } };
    }),
  }));
}
