import type { Server, ServerOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { CALL_TIMEOUT_MS } from '../protocol/limits.ts';
import { erasuresJob } from './accounts/erasures.ts';
import { startAdminSocket } from './admin/socket.ts';
import { createApp } from './app.ts';
import { type Bus, type BusParts, createBus } from './bus/bus.ts';
import { connectNats } from './bus/nats-transport.ts';
import { newsOf } from './bus/news.ts';
import { connectPostgres } from './bus/postgres-transport.ts';
import { createMeasuredClock, type MeasuredClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { type ContextOptions, createServerContext } from './create-server-context.ts';
import { prepareDataDir } from './data-dir.ts';
import { type FollowerParts, type Followers, startFollowers } from './followers/followers.ts';
import { createPushTransport } from './followers/push-transport.ts';
import type { CopierTimes } from './copies/copier.ts';
import { prepareCopies } from './copies/open-copies.ts';
import { createCourseBests } from './results/course-bests.ts';
import { deriveVapidKeys } from './followers/vapid.ts';
import { createKeyGuesses } from './guesses/key-guesses.ts';
import { tellWaitingAnswers } from './http/answer-ends.ts';
import { loadClientFiles } from './http/client-files.ts';
import { createEventRows } from './results/event-rows.ts';
import { createKeptSeries } from './results/kept-series.ts';
import { createLatestRows } from './results/latest-rows.ts';
import { createPublicResults } from './results/public-results.ts';
import { addressOf, closeServer, listen } from './http/listener.ts';
import { loadPageRenderers } from './http/page-renderers.ts';
import type { Limits } from './live/limits.ts';
import { createLive, type Live } from './live/live.ts';
import { livePartsOf } from './live/storage-parts.ts';
import type { Log } from './log.ts';
import { createMetrics, type MetricsOptions } from './metrics/metrics.ts';
import { openTelemetry } from '../telemetry/server/open-telemetry.ts';
import type { PaymentParts } from './payments/settle.ts';
import { startReconciliation } from './payments/reconcile.ts';
import { createKnownEvents } from './reads/known-events.ts';
import { createLane, type Lane, ownReader } from './reads/lane.ts';
import { readChanges } from './storage/command-store.ts';
import { loadWords } from './words/in-language.ts';
import type { Storage } from './storage/engine.ts';
import { askDatabaseTime, openStorage, type StorageOptions } from './storage/database.ts';
import { readEventOnce } from './storage/event-reads.ts';
import { readSamePersons } from './storage/same-persons.ts';
import { type SchemaGateTimes, joinNodes } from './upgrades/schema-gate.ts';
import { createUnreadableEvents } from './upgrades/unreadable-events.ts';
import { resultsJob } from './upkeep/keep-results.ts';
import { picturesJob } from './upkeep/pictures.ts';
import { retentionJobs } from './upkeep/retention.ts';
import { startUpkeep, type Upkeep } from './upkeep/upkeep.ts';
import type { WebhookTimes } from './webhooks/times.ts';
import { startWebhooks } from './webhooks/webhooks.ts';

/**
 * Time for which a stopping server behind a proxy goes on serving: /healthz says that it leaves, and idle connections
 * are used up.
 */
const LEAVING_MS = 1500;
/**
 * Idle connections are kept longer than proxies and clients hold them, so that none is closed while the next request is
 * on its way.
 */
const KEEP_ALIVE_MS = 75_000;
/** Time for a request line and headers on one bar of signal; a slower client holds a connection for nothing. */
const HEADERS_MS = 30_000;
const CHECK_EVERY_MS = 5_000;
/**
 * A connection on which nothing has moved for this long, in either direction, is ended: a client that never reads its
 * answer would hold the connection, and the file behind the answer, for ever. Longer than any call may take to be
 * answered.
 */
const SILENT_MS = CALL_TIMEOUT_MS + 5_000;

export interface RunningServer {
  readonly storage: Storage;
  readonly live: Live;
  readonly payments: PaymentParts;
  readonly upkeep: Upkeep;
  readonly followers: Followers;
  /** Everything that it answers, as its router has it. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  readNewPages(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerParts extends ContextOptions {
  readonly clientFolder: string;
  /** Path of the client's build of the public pages, if there is one. */
  readonly rendererFile?: string;
  /** Path of the built thread that draws the public pages of large events, if there is one. */
  readonly pageWorkerFile?: string;
  /** Path of the built thread that takes hidden places out of samples, if there is one. */
  readonly redactorFile?: string;
  readonly liveLimits?: Partial<Limits>;
  readonly metricsOptions?: Partial<MetricsOptions>;
  /** The rest is for tests: shorter times, a lane that counts its pieces, another way to push services. */
  readonly httpTimes?: Pick<ServerOptions, 'headersTimeout' | 'connectionsCheckingInterval'> & { silentMs?: number };
  readonly gateTimes?: Partial<SchemaGateTimes> | undefined;
  readonly webhookTimes?: Partial<WebhookTimes> | undefined;
  readonly lane?: Lane | undefined;
  readonly storageOptions?: StorageOptions;
  readonly copierTimes?: Partial<CopierTimes> | undefined;
  readonly followerOptions?: Partial<Pick<FollowerParts, 'push' | 'holdMs'>> | undefined;
}

export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config, log, clientFolder } = parts;
  let serving = true;
  await prepareDataDir(config.dataDir, log);
  const files = await loadClientFiles(clientFolder);
  const renderers = await loadPageRenderers(parts.rendererFile, parts.pageWorkerFile);
  const beginCopies = await prepareCopies(config, log, parts.copierTimes);
  const { storage, gate } = await openGatedStorage(parts);
  const unreadable = createUnreadableEvents(log);
  const measured = await startClock(storage, log);
  const clock = parts.clock ?? measured ?? systemClock;
  const copier = beginCopies?.(storage, clock);
  const metrics = createMetrics({
    storage,
    clock,
    log,
    nodeName: config.nodeName,
    dataDir: config.dataDir,
    hasBus: config.databaseUrl !== undefined,
    ...(copier !== undefined && { copyBehindMs: copier.behindMs }),
    options: parts.metricsOptions,
  });
  const { meters } = metrics;
  const { accounts, payments, delivery } = await createServerContext({ ...parts, clock }, storage, {
    gate,
    onUnreadable: unreadable.note,
    meters,
    onCommitted(committed, commands) {
      live.publish(committed, commands);
      bus?.tell(newsOf(committed, commands));
      webhooks.wake();
      followers.wake();
    },
    onAccountChanged(userId) {
      live.accountChanged(userId);
      bus?.tell({ users: [userId] });
    },
    onEventsRewritten(eventIds) {
      if (eventIds.length === 0) return;
      live.rewritten(eventIds);
      bus?.tell({ rewritten: eventIds });
    },
    onScreensChanged(eventIds) {
      live.screensChanged(eventIds);
      bus?.tell({ screens: eventIds });
    },
    tell: (taken) => bus?.tell({ taken }),
  });
  const keyGuesses = createKeyGuesses(accounts.limits);
  const lane = parts.lane ?? createLane();
  const knownEvents = createKnownEvents({
    lane,
    loadEvent: ({ id, rewrites }) => readEventOnce(storage, id, rewrites),
    readChanges: (eventId, after) => readChanges(storage.db, eventId, after),
  });
  const live = createLive({
    ...livePartsOf(accounts, config, keyGuesses, knownEvents),
    limits: parts.liveLimits ?? {},
    meter: meters.live,
    isStoring: accounts.queue.isStoring,
    onUnreadable: unreadable.note,
  });
  const eventRows = createEventRows(storage, lane);
  const publicResults = createPublicResults(eventRows, lane);
  const latestRows = createLatestRows(storage.db, knownEvents);
  const courseBests = createCourseBests(storage.db, eventRows, lane);
  const keptSeries = createKeptSeries({ storage, lane, rows: eventRows, courseBests });
  const news = ownReader('followers');
  const followers = startFollowers({
    db: storage.db,
    clock,
    log,
    publicUrl: config.publicUrl,
    secret: accounts.secret,
    push: createPushTransport({
      vapid: deriveVapidKeys(accounts.secret),
      subject: `mailto:${config.mail.contact}`,
      standIn: config.pushServiceUrl,
    }),
    standIn: config.pushServiceUrl,
    onMailQueued: accounts.onMailQueued,
    readEvent: (position, reader = news) => knownEvents.read(position, reader),
    readResults: (position, reader = news) => eventRows.read(position, reader),
    readBest: async (eventId, racerId) => (await courseBests.read(eventId, news)).bests.get(racerId)?.ms ?? null,
    readSamePersons: (ownerId) => readSamePersons(storage.db, ownerId),
    readSeries: (eventId, most, reader = news) => keptSeries.readLinked(eventId, most, reader),
    ...parts.followerOptions,
  });
  metrics.watch({ live: () => live.counts, backlog: () => accounts.queue.backlog });
  const bus = startBus(config, storage, log, {
    onNews(news) {
      metrics.heard();
      live.hint(news);
      accounts.limits.hear(news.taken);
    },
    onGap: live.refresh,
    onConnection: metrics.busIs,
  });
  const telemetry = await openTelemetry(accounts, config, parts.redactorFile);
  const upkeep = startUpkeep({ db: storage.db, clock, log }, [
    picturesJob(storage.db),
    ...retentionJobs({ db: storage.db, onEventsRewritten: accounts.onEventsRewritten }),
    telemetry.job,
    erasuresJob(accounts),
    resultsJob(storage, log),
  ]);
  // An erasure may be half done if the server was killed, and a release without results may have been here.
  for (const job of ['erasures', 'results']) upkeep.wake(job);
  const webhooks = startWebhooks({
    db: storage.db,
    clock,
    log,
    secret: accounts.secret,
    rules: { toPrivate: config.webhooksToPrivate },
    publicUrl: config.publicUrl,
    times: parts.webhookTimes,
    readResults: (position) => eventRows.read(position, ownReader('webhooks')),
    onMailQueued: accounts.onMailQueued,
  });
  const app = createApp({
    accounts,
    upkeep,
    webhooks,
    telemetry,
    pictures: { room: telemetry.room, quota: config.pictureQuota },
    payments,
    paymentsConfig: config.payments,
    tiles: config.tiles,
    publicRows: config.publicRows,
    countFollowers: live.countFollowers,
    followers,
    courseBests,
    keptSeries,
    publicResults,
    latestRows,
    keyGuesses,
    knownEvents,
    lane,
    files,
    renderers,
    trustedProxies: config.trustedProxies,
    metrics,
    metricsToken: config.metricsToken,
    gate,
    unreadable,
    isServing: () => serving && !gate.isOutdated(),
  });
  const { silentMs = SILENT_MS, ...httpTimes } = parts.httpTimes ?? {};
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      requestTimeout: CALL_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      ...httpTimes,
    },
  }) as Server;

  server.setTimeout(silentMs);
  tellWaitingAnswers(server);
  live.attach(server);
  // Connections are closed with the answer: otherwise the proxy's next request would arrive on one that is being
  // closed.
  server.prependListener('request', (_request, response) => {
    if (!serving) response.setHeader('Connection', 'close');
  });

  async function closeAll(): Promise<void> {
    await live.stop();
    await followers.end();
    await upkeep.stop();
    telemetry.stop();
    await renderers?.stop();
    await webhooks.stop();
    await delivery.stop();
    await metrics.stop();
    await bus?.stop();
    measured?.stop();
    await gate.stop();
    await copier?.stop();
    await storage.close();
  }
  try {
    await listen(server, config);
  } catch (error) {
    await closeAll();
    throw error;
  }
  const sandboxDelivery = payments.startDelivery(addressOf(server));
  const reconciliation = startReconciliation(payments.parts);
  const adminSocket = await startAdminSocket({ ...accounts, payments: payments.parts }, config.dataDir, log);
  return {
    storage,
    live,
    payments: payments.parts,
    upkeep,
    followers,
    routes: app.routes,
    readNewPages: () => loadWords(parts.rendererFile).then(files.readNew),
    async stop() {
      serving = false;
      await adminSocket.stop();
      await reconciliation.stop();
      await sandboxDelivery.stop();
      // Sockets go first: closing the server waits for them.
      await Promise.all([live.stop(), config.trustedProxies.isEmpty || sleep(LEAVING_MS)]);
      await closeServer(server);
      await closeAll();
    },
  };
}

async function openGatedStorage({ config, log, gateTimes: times, storageOptions }: ServerParts) {
  const storage = await openStorage(config, log, storageOptions);
  try {
    return { storage, gate: await joinNodes({ ...config, storage, log, times }) };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** The clock of one node on SQLite is its own; nodes on PostgreSQL share that of the database. */
async function startClock({ db, engine }: Storage, log: Log): Promise<MeasuredClock | undefined> {
  if (engine === 'sqlite') return undefined;
  const clock = createMeasuredClock(
    () => askDatabaseTime(db),
    (error) => log.warn('The clock could not be measured', { error }),
  );
  await clock.measure();
  return clock;
}

/** The bus carries news between nodes on one database; a node on SQLite needs none. */
function startBus(
  { busUrl, databaseUrl }: Config,
  { db }: Storage,
  log: Log,
  listener: Pick<BusParts, 'onNews' | 'onGap' | 'onConnection'>,
): Bus | undefined {
  if (databaseUrl === undefined) return undefined;
  return createBus({
    log,
    connect: (transport) =>
      busUrl === undefined ? connectPostgres({ databaseUrl, db, log }, transport) : connectNats(busUrl, log, transport),
    ...listener,
  });
}
