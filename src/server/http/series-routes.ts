import { Hono } from 'hono';
import { SERIES_KEY_HEADER, seriesPaths } from '../../protocol/series-paths.ts';
import {
  type ListedSeriesAnswer,
  MAX_SERIES_BYTES,
  SERIES_VERSION,
  seriesChange,
  seriesLink,
} from '../../protocol/series.ts';
import { nobodySends, type Sender } from '../access/sender.ts';
import type { ServerContext } from '../server-context.ts';
import type { Limit } from '../limits/limiter.ts';
import { createLinkKey, opensLink } from '../access/link-keys.ts';
import {
  deleteSeries,
  findSeries,
  listSeries,
  saveSeries,
  setSeriesLink,
  type StoredSeries,
} from '../storage/series.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { accountOf, forAccounts } from './find-account.ts';
import { findSender } from './find-sender.ts';
import { idIn } from './path-id.ts';
import { readerOf } from './reader.ts';
import type { KeptSeries, SeriesForm } from '../results/kept-series.ts';
import { sendKept } from './send-kept.ts';

/** A reader who finds the rows of an event behind its log asks again after this time. */
const RETRY_S = 5;
const CHANGES: Limit = { burst: 300, refillMs: 1_000 };

/** Series of events, and their standings. */
export function createSeriesRoutes(parts: ServerContext, keptSeries: KeptSeries): App {
  const app = new Hono<AppEnv>();
  const { clock, limits, storage } = parts;
  const { db } = storage;
  const changes = limits.limiter('series-changes', CHANGES);
  const owners = forAccounts(parts);

  app.get(seriesPaths.list, owners, async (c) => {
    return c.json<ListedSeriesAnswer>({
      version: SERIES_VERSION,
      series: await listSeries(db, accountOf(c).userId),
    });
  });

  app.get(seriesPaths.one, (c) => sendStandings(c, 'json'));
  app.get(seriesPaths.csv, (c) => sendStandings(c, 'csv'));

  async function sendStandings(c: AppContext, form: SeriesForm): Promise<Response> {
    const sender = (await findSender(parts, c)) ?? nobodySends;
    const series = await lookAt(c, sender);
    if (series === null) return refuseWith(c, 'series-not-found');
    const isOwner = series.ownerId === sender.userId;
    const by = !isOwner ? 'link' : c.get('token') === undefined ? 'owner' : 'program';
    const answer = await keptSeries.read(series, by, readerOf(c), form);
    if (answer === 'unavailable') return refuseWith(c, answer, RETRY_S);
    if (answer === 'series-too-large') return refuseWith(c, answer);
    return sendKept(c, answer, form === 'csv' ? 'text/csv; charset=utf-8' : 'application/json');
  }

  app.put(seriesPaths.one, owners, async (c) => {
    const seriesId = idIn(c, 'seriesId');
    const wait = changes.take(accountOf(c).userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const body = await readBody(c, seriesChange, MAX_SERIES_BYTES);
    if (!body.ok) return refuseWith(c, body.error);
    if (seriesId === '') return refuseWith(c, 'series-not-found');
    const { version, document } = body.value;
    const saved = await saveSeries(db, { id: seriesId, ownerId: accountOf(c).userId, version, document }, clock.now());
    if (saved === 'conflict') return refuseWith(c, 'series-changed');
    if (saved === 'too-many') return refuseWith(c, 'too-many-series');
    return saved === 'not-found' ? refuseWith(c, 'series-not-found') : c.json(saved);
  });

  app.delete(seriesPaths.one, owners, async (c) => {
    const isDeleted = await deleteSeries(db, idIn(c, 'seriesId'), accountOf(c).userId);
    return isDeleted ? c.json({ deleted: true }) : refuseWith(c, 'series-not-found');
  });

  app.post(seriesPaths.link, owners, async (c) => {
    const body = await readBody(c, seriesLink);
    if (!body.ok) return refuseWith(c, body.error);
    const linkKey = body.value.isOn ? createLinkKey() : null;
    const isSet = await setSeriesLink(db, idIn(c, 'seriesId'), accountOf(c).userId, linkKey);
    return isSet ? c.json({ linkKey }) : refuseWith(c, 'series-not-found');
  });

  /**
   * A series of another person is like one that does not exist, unless the key of its link comes with the call. The key
   * is too long to guess, so that wrong ones are not counted and nobody can shut out a right one.
   */
  async function lookAt(c: AppContext, { userId }: Sender): Promise<StoredSeries | null> {
    const series = await findSeries(db, idIn(c, 'seriesId'));
    if (series === undefined) return null;
    const isOwner = series.ownerId === userId && userId !== '';
    // A token has the rights of its account and no others.
    const key = c.get('token') === undefined ? c.req.header(SERIES_KEY_HEADER) : undefined;
    return isOwner || opensLink(key, series.linkKey) ? series : null;
  }

  return app;
}
