import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { id } from '../../protocol/commands.ts';
import {
  MAX_SERIES_BYTES,
  MAX_SERIES_RESULTS,
  SERIES_KEY_HEADER,
  seriesChange,
  seriesLink,
  seriesPaths,
} from '../../protocol/series.ts';
import { nobodySends, type Sender } from '../access/sender.ts';
import type { AccountParts } from '../accounts/account-parts.ts';
import { addressKey } from '../addresses/client-address.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { CourseBests } from '../history/course-bests.ts';
import type { Limit } from '../limits/limiter.ts';
import type { Lane } from '../reads/lane.ts';
import { createRunKey, opensLink } from '../runs/run-keys.ts';
import { catchUpResults } from '../storage/catch-up-results.ts';
import {
  deleteSeries,
  findSeries,
  listSeries,
  listSeriesEvents,
  saveSeries,
  type SeriesEventRow,
  setSeriesLink,
  type StoredSeries,
} from '../storage/series.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { findSender } from './find-sender.ts';
import { keepText, type KeptText } from './kept-results.ts';
import { sendKept } from './send-kept.ts';
import { createSeriesAnswers, type SeriesBests } from './series-answer.ts';

const CHANGES: Limit = { burst: 300, refillMs: 1_000 };
/** Standings are kept as they were sent: while nothing changes, a reader costs one look at the events. */
const MOST_KEPT = 200;
/** One of the largest series is a few megabytes: two hundred of them would fill the memory of a small machine. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024;

interface Kept {
  /** What the standings were made from. */
  readonly state: string;
  readonly text: KeptText;
}

/** Series of events, and their standings. */
export function createSeriesRoutes(
  parts: AccountParts,
  keyGuesses: KeyGuesses,
  lane: Lane,
  courseBests: CourseBests,
): App {
  const app = new Hono<AppEnv>();
  const { clock, limits, storage } = parts;
  const { db } = storage;
  const changes = limits.limiter('series-changes', CHANGES);
  const kept = new Map<string, Kept>();
  const answers = createSeriesAnswers(db, courseBests);

  async function findOwner(c: AppContext): Promise<Sender | 'unauthenticated' | 'account-required'> {
    const sender = await findSender(parts, c);
    if (sender === null) return 'unauthenticated';
    return sender.isAnonymous ? 'account-required' : sender;
  }

  app.get(seriesPaths.list, async (c) => {
    const owner = await findOwner(c);
    return typeof owner === 'string' ? refuseWith(c, owner) : c.json({ series: await listSeries(db, owner.userId) });
  });

  app.get(seriesPaths.one, async (c) => {
    const sender = (await findSender(parts, c)) ?? nobodySends;
    const series = await lookAt(c, sender);
    if (series === null) return refuseWith(c, 'series-not-found');
    const isOwner = series.ownerId === sender.userId;
    const answer = await read(series, isOwner);
    if (answer === 'series-too-large') return refuseWith(c, answer);
    return sendKept(c, answer.text, 'application/json');
  });

  app.put(seriesPaths.one, async (c) => {
    const owner = await findOwner(c);
    if (typeof owner === 'string') return refuseWith(c, owner);
    const seriesId = c.req.param('seriesId');
    const wait = changes.take(owner.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const body = await readBody(c, seriesChange, MAX_SERIES_BYTES);
    if (!body.ok) return refuseWith(c, body.error);
    if (!id.safeParse(seriesId).success) return refuseWith(c, 'series-not-found');
    const { version, document } = body.value;
    const saved = await saveSeries(db, { id: seriesId, ownerId: owner.userId, version, document }, clock.now());
    if (saved === 'conflict') return refuseWith(c, 'series-changed');
    if (saved === 'too-many') return refuseWith(c, 'too-many-series');
    return saved === 'not-found' ? refuseWith(c, 'series-not-found') : c.json(saved);
  });

  app.delete(seriesPaths.one, async (c) => {
    const owner = await findOwner(c);
    if (typeof owner === 'string') return refuseWith(c, owner);
    const isDeleted = await deleteSeries(db, c.req.param('seriesId'), owner.userId);
    return isDeleted ? c.json({ deleted: true }) : refuseWith(c, 'series-not-found');
  });

  app.post(seriesPaths.link, async (c) => {
    const owner = await findOwner(c);
    if (typeof owner === 'string') return refuseWith(c, owner);
    const body = await readBody(c, seriesLink);
    if (!body.ok) return refuseWith(c, body.error);
    const linkKey = body.value.isOn ? createRunKey() : null;
    const isSet = await setSeriesLink(db, c.req.param('seriesId'), owner.userId, linkKey);
    return isSet ? c.json({ linkKey }) : refuseWith(c, 'series-not-found');
  });

  /** A series of another person is like one that does not exist, unless the key of its link comes with the call. */
  async function lookAt(c: AppContext, { userId }: Sender): Promise<StoredSeries | null> {
    const seriesId = c.req.param('seriesId') ?? '';
    if (!id.safeParse(seriesId).success) return null;
    const key = c.req.header(SERIES_KEY_HEADER);
    const guess = key === undefined ? null : keyGuesses.begin(addressKey(c.get('address')), seriesId, key);
    try {
      const series = await findSeries(db, seriesId);
      if (series !== undefined && series.ownerId === userId && userId !== '') return series;
      if (guess === null) return null;
      if (series !== undefined && opensLink(key, series.linkKey)) return series;
      guess.failed();
      return null;
    } finally {
      guess?.end();
    }
  }

  async function read(series: StoredSeries, isOwner: boolean): Promise<Kept | 'series-too-large'> {
    const { eventIds } = series.document;
    let events = await listSeriesEvents(db, series.ownerId, eventIds);
    if (events.reduce((sum, { total }) => sum + total, 0) > MAX_SERIES_RESULTS) return 'series-too-large';
    const behind = events.filter(({ seq, resultsSeq }) => resultsSeq < seq);
    for (const event of behind) await lane.run(() => catchUpResults(storage, event.id));
    if (behind.length > 0) events = await listSeriesEvents(db, series.ownerId, eventIds);
    const name = `${series.id} ${isOwner ? 'own' : 'link'}`;
    const bests = await answers.readBests(series, events);
    const state = stateOf(series, events, bests);
    const known = kept.get(name);
    if (known?.state === state) return known;
    const made = {
      state,
      text: keepText(JSON.stringify(await lane.run(() => answers.write(series, events, bests, isOwner)))),
    };
    kept.delete(name);
    kept.set(name, made);
    makeRoom();
    return made;
  }

  function makeRoom(): void {
    let bytes = 0;
    for (const { text } of kept.values()) bytes += text.bytes.length;
    for (const [name, { text }] of kept) {
      if (kept.size <= MOST_KEPT && bytes <= MOST_KEPT_BYTES) break;
      bytes -= text.bytes.length;
      kept.delete(name);
    }
  }

  return app;
}

function stateOf({ version, linkKey }: StoredSeries, events: readonly SeriesEventRow[], bests: SeriesBests): string {
  const state = events.map(({ id: eventId, seq, viewerKey }) => `${eventId} ${seq} ${viewerKey}`).toSorted();
  const courses = [...bests.values()].map(({ tag }) => tag).toSorted();
  return createHash('sha256')
    .update(JSON.stringify([version, linkKey, state, courses]))
    .digest('base64url');
}
