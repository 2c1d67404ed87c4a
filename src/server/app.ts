import { Hono } from 'hono';
import { UnknownChange } from '../domain/events/unknown-change.ts';
import type { Site, TileSource } from '../protocol/account.ts';
import { api } from '../protocol/routes.ts';
import { SCHEMA_VERSION } from '../protocol/schema-version.ts';
import type { ServerContext } from './server-context.ts';
import type { ProxyList } from './addresses/client-address.ts';
import type { PaymentsConfig, PublicRowsConfig } from './config.ts';
import { NoTurnError } from './fair-turns.ts';
import type { Followers } from './followers/followers.ts';
import type { CourseBests } from './results/course-bests.ts';
import type { KeyGuesses } from './guesses/key-guesses.ts';
import { createAccountRoutes } from './http/account-routes.ts';
import { refuseWith } from './http/answers.ts';
import { createApiReadRoutes } from './http/api-read-routes.ts';
import { recogniseTokens } from './http/bearer.ts';
import type { ClientFiles } from './http/client-files.ts';
import { createCommandRoutes } from './http/command-routes.ts';
import { createCompareRoutes } from './http/compare-routes.ts';
import type { App, AppEnv } from './http/context.ts';
import { createCreditRoutes } from './http/credit-routes.ts';
import { createEmbedRoutes } from './http/embed-routes.ts';
import { createLetterheadRoutes } from './http/letterhead-routes.ts';
import { createEventRoutes } from './http/event-routes.ts';
import { createFollowerRoutes } from './http/follower-routes.ts';
import { identify, limitRequests, measure, refuseOtherOrigins, secureHeaders } from './http/guards.ts';
import { createMailRoutes } from './http/mail-routes.ts';
import { type Calls, createOpenApi } from './http/openapi.ts';
import { shapes } from './http/openapi-shapes.ts';
import { operations } from './http/operations.ts';
import { createOperatorRoutes } from './http/operator-routes.ts';
import { createPageRoutes } from './http/pages.ts';
import { createPaymentRoutes } from './http/payment-routes.ts';
import type { PageRenderers } from './http/page-renderers.ts';
import { createPictureRoutes, type PictureParts } from './http/picture-routes.ts';
import { createPublicRowRoutes, publicRowsAt } from './http/public-row-routes.ts';
import { createResultRoutes } from './http/result-routes.ts';
import { createHistoryRoutes } from './http/history-routes.ts';
import { createHandicapRoutes } from './http/handicap-routes.ts';
import type { KeptSeries } from './results/kept-series.ts';
import type { LatestRows } from './results/latest-rows.ts';
import type { PublicResultsShelf } from './results/public-results.ts';
import { createSeriesRoutes } from './http/series-routes.ts';
import { createScreenRoutes } from './http/screen-routes.ts';
import { createTokenRoutes } from './http/token-routes.ts';
import { createWebhookRoutes } from './http/webhook-routes.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Payments } from './payments/create-payments.ts';
import type { KnownEvents } from './reads/known-events.ts';
import type { Lane } from './reads/lane.ts';
import { ping } from './storage/database.ts';
import { isDatabaseBusy } from './storage/database-busy.ts';
import { createTokens } from './tokens/tokens.ts';
import type { SchemaGate } from './upgrades/schema-gate.ts';
import type { UnreadableEvents } from './upgrades/unreadable-events.ts';
import type { Upkeep } from './upkeep/upkeep.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export interface AppParts {
  readonly accounts: ServerContext;
  readonly upkeep: Pick<Upkeep, 'wake'>;
  readonly payments: Payments;
  readonly paymentsConfig: PaymentsConfig;
  readonly tiles: TileSource | undefined;
  readonly publicRows: PublicRowsConfig | undefined;
  /** Spectators and others who follow an event on this node. */
  countFollowers(eventId: string): number;
  readonly followers: Followers;
  readonly courseBests: CourseBests;
  readonly keptSeries: KeptSeries;
  readonly publicResults: PublicResultsShelf;
  readonly latestRows: LatestRows;
  readonly keyGuesses: KeyGuesses;
  readonly knownEvents: KnownEvents;
  readonly lane: Lane;
  readonly pictures: PictureParts;
  readonly telemetry: Calls & { routes(parts: AppParts): readonly App[] };
  readonly webhooks: Webhooks;
  readonly files: ClientFiles;
  readonly renderers: PageRenderers | undefined;
  readonly trustedProxies: ProxyList;
  readonly metrics: Metrics;
  readonly metricsToken: string | undefined;
  readonly gate: Pick<SchemaGate, 'openSchema'>;
  readonly unreadable: UnreadableEvents;
  /** False once the server has been asked to stop: a load balancer then sends people elsewhere. */
  isServing(): boolean;
}

/**
 * Events that this node cannot read are asked for again after this time: another node, or the next release here, may
 * read them.
 */
const RETRY_UNREADABLE_S = 30;
/** Seconds after which a reader whom the full lane refused tries again. */
const RETRY_BUSY_S = 5;

/** The HTTP app without its listener. */
export function createApp(parts: AppParts): App {
  const { accounts, payments, keyGuesses, knownEvents, publicResults, lane, files } = parts;
  const { renderers, telemetry, trustedProxies, isServing } = parts;
  const calls: Calls = {
    operations: [...operations, ...telemetry.operations],
    shapes: { ...shapes, ...telemetry.shapes },
  };
  const { clock, log, publicUrl, storage } = accounts;
  const site: Site = { supportEmail: accounts.mail.support, contactEmail: accounts.mail.contact, tiles: parts.tiles };
  const { cardField } = payments.parts.provider;
  const app = new Hono<AppEnv>();

  app.use(identify(log, trustedProxies, clock));
  app.use(measure(parts.metrics.meters.http));
  app.use(
    secureHeaders(publicUrl, parts.paymentsConfig, { tileUrl: parts.tiles?.url, rowsUrl: parts.publicRows?.url }),
  );
  app.get('/healthz', async (c) => {
    c.header('Cache-Control', 'no-store');
    if (!isServing()) return refuseWith(c, 'unavailable');
    try {
      await ping(storage.db);
    } catch (error) {
      c.get('log').error('The database does not answer', { error });
      return refuseWith(c, 'unavailable');
    }
    const schema = { known: SCHEMA_VERSION, open: parts.gate.openSchema() };
    return c.json({ status: 'ok', schema, unreadableEvents: parts.unreadable.count });
  });
  app.use(limitRequests(accounts.limits));
  const tokens = createTokens({ db: storage.db, clock, limits: accounts.limits });
  app.use(recogniseTokens(tokens, calls.operations));
  app.use(refuseOtherOrigins(publicUrl));
  app.route(
    '/',
    createAccountRoutes(accounts, site, files, () => {
      parts.upkeep.wake('runs');
      parts.upkeep.wake('erasures');
    }),
  );
  app.route('/', createMailRoutes(accounts));
  app.route('/', createTokenRoutes(accounts, tokens));
  app.route('/', createWebhookRoutes(accounts, parts.webhooks));
  app.route('/', createCommandRoutes(accounts, keyGuesses));
  app.route('/', createEventRoutes(accounts, keyGuesses, knownEvents, lane));
  app.route('/', createApiReadRoutes(accounts, keyGuesses, knownEvents, lane));
  app.route('/', createResultRoutes(accounts, keyGuesses, publicResults));
  app.route('/', createPublicRowRoutes(accounts, parts.latestRows));
  app.route('/', createEmbedRoutes(accounts, keyGuesses, files));
  app.route('/', createLetterheadRoutes(accounts, keyGuesses));
  app.route('/', createFollowerRoutes(accounts, keyGuesses, parts.followers, files));
  app.route('/', createPictureRoutes(accounts, parts.pictures, keyGuesses, knownEvents));
  app.route('/', createScreenRoutes(accounts, keyGuesses, knownEvents));
  for (const routes of telemetry.routes(parts)) app.route('/', routes);
  app.route('/', createSeriesRoutes(accounts, parts.keptSeries));
  app.route('/', createHistoryRoutes(accounts, keyGuesses, lane, parts.courseBests, parts.keptSeries));
  app.route('/', createCompareRoutes(accounts, lane));
  app.route('/', createHandicapRoutes(accounts));
  app.route('/', createCreditRoutes(accounts));
  app.route('/', createPaymentRoutes({ accounts, payments: payments.parts, sandbox: payments.sandbox }));
  app.route('/', createOperatorRoutes({ accounts, metrics: parts.metrics, metricsToken: parts.metricsToken }));
  const openApi = createOpenApi(publicUrl, calls);
  app.get(api.openApi, (c) => c.json(openApi));
  app.route(
    '/',
    createPageRoutes({
      accounts,
      keyGuesses,
      knownEvents,
      publicResults,
      lane,
      site,
      files,
      renderers,
      cardField,
      rowsFrom({ id, keys }) {
        if (parts.publicRows === undefined || parts.countFollowers(id) < parts.publicRows.from) return undefined;
        return publicRowsAt(parts.publicRows.url, accounts.secret, id, keys.viewer);
      },
    }),
  );

  app.notFound((c) => refuseWith(c, 'not-found'));
  app.onError((error, c) => {
    if (error instanceof UnknownChange) {
      parts.unreadable.note(error);
      return refuseWith(c, 'unavailable', RETRY_UNREADABLE_S);
    }
    if (error instanceof NoTurnError) {
      return error.reason === 'full' ? refuseWith(c, 'busy', RETRY_BUSY_S) : refuseWith(c, 'cancelled');
    }
    if (isDatabaseBusy(error)) {
      c.get('log').warn('A request waited for the database in vain', { path: c.req.path, error });
      return refuseWith(c, 'busy', RETRY_BUSY_S);
    }
    c.get('log').error('A request failed', { path: c.req.path, error });
    return refuseWith(c, 'internal');
  });
  return app;
}
