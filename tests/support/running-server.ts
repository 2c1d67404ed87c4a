import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Boot } from '../../src/protocol/account.ts';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import { api } from '../../src/protocol/routes.ts';
import { SCHEMA_HEADER, SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import type { Passwords } from '../../src/server/accounts/passwords.ts';
import type { Clock } from '../../src/server/clock.ts';
import { parseConfig } from '../../src/server/config.ts';
import { createLog } from '../../src/server/log.ts';
import type { Followers } from '../../src/server/followers/followers.ts';
import type { PaymentParts } from '../../src/server/payments/settle.ts';
import type { SandboxFaults } from '../../src/server/payments/sandbox-provider.ts';
import { type ServerParts, startServer } from '../../src/server/server.ts';
import type { Live } from '../../src/server/live/live.ts';
import type { Limits } from '../../src/server/live/limits.ts';
import type { MetricsOptions } from '../../src/server/metrics/metrics.ts';
import type { Database, Engine, Storage } from '../../src/server/storage/engine.ts';
import type { Upkeep } from '../../src/server/upkeep/upkeep.ts';
import { keepCookies } from './cookies.ts';
import { createMigratedDatabase, type TestDatabase } from './database.ts';
import { findFreePort } from './free-port.ts';
import { buildWords } from './build-words.ts';
import { RENDERER } from './plain-renderer.ts';

export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  readonly database: TestDatabase;
  readonly db: Database;
  readonly storage: Storage;
  readonly live: Live;
  readonly payments: PaymentParts;
  readonly upkeep: Upkeep;
  readonly followers: Followers;
  /** Everything that it answers, as its router has it. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** Every line that the server has logged. */
  readonly logged: readonly string[];
  client(): TestClient;
  stop(): Promise<void>;
}

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** A browser's part of a conversation: it keeps cookies. */
export interface TestClient {
  post<Body = Boot & ErrorAnswer>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  postText(
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ): Promise<Answer<ErrorAnswer>>;
  get(path: string): Promise<Response>;
  boot(): Promise<Boot>;
  cookie: string;
}

export interface TestServerOptions {
  readonly environment?: Record<string, string>;
  readonly clock?: Clock;
  readonly passwords?: Passwords;
  readonly liveLimits?: Partial<Limits>;
  readonly mostWaiting?: ServerParts['mostWaiting'];
  readonly httpTimes?: ServerParts['httpTimes'];
  readonly redactorFile?: string;
  readonly pageWorkerFile?: string;
  readonly gateTimes?: ServerParts['gateTimes'];
  readonly webhookTimes?: ServerParts['webhookTimes'];
  readonly sandboxFaults?: SandboxFaults;
  readonly followerOptions?: ServerParts['followerOptions'];
  readonly lane?: ServerParts['lane'];
  readonly metricsOptions?: Partial<MetricsOptions>;
  readonly storageOptions?: ServerParts['storageOptions'];
  /** Whether public pages have content: a single word instead of a rendering by the client's build. */
  readonly rendersPages?: boolean;
  /** Languages with pages of their own beside the English ones, which say which they are, and with what the server writes. */
  readonly languages?: readonly string[];
  /** Source of a renderer in place of that word. */
  readonly renderer?: string;
  /** The pages and the renderer of `npm run build`, which browsers can open. */
  readonly isBuilt?: boolean;
  /** The database of another node, which removes it. */
  readonly database?: TestDatabase;
}

/**
 * Passwords without hashing: a real hash takes a tenth of a second, and is tested in tests/http/accounts and tests/e2e.
 */
export const plainPasswords: Passwords = {
  hash: async (password) => `plain:${password}`,
  verify: async ({ hash, password }) => hash === `plain:${password}`,
};

/** The real server on a real port and a database of its own. */
export async function startTestServer(engine: Engine, options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createMigratedDatabase(engine));
  const port = await findFreePort();
  // Each node needs a data folder of its own.
  const dataDir = options.database === undefined ? database.dataDir : join(database.dataDir, `node-${port}`);
  const { clientFolder, rendererFile } = options.isBuilt ? built : await writePlainPages(dataDir, options);
  const config = parseConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.databaseUrl,
    ...options.environment,
  });
  const logged: string[] = [];
  const log = createLog('debug', (line) => logged.push(line));
  const {
    clock,
    httpTimes,
    redactorFile,
    pageWorkerFile,
    gateTimes,
    webhookTimes,
    metricsOptions,
    mostWaiting,
    storageOptions,
    followerOptions,
    lane,
    passwords = plainPasswords,
    liveLimits = {},
    sandboxFaults = {},
  } = options;
  const parts = {
    config,
    log,
    clientFolder,
    passwords,
    liveLimits,
    sandboxFaults,
    followerOptions,
    lane,
    ...((options.rendersPages || options.renderer !== undefined || options.isBuilt) && { rendererFile }),
    ...(clock && { clock }),
    ...(httpTimes && { httpTimes }),
    ...(redactorFile !== undefined && { redactorFile }),
    ...(pageWorkerFile !== undefined && { pageWorkerFile }),
    ...(gateTimes && { gateTimes }),
    ...(webhookTimes && { webhookTimes }),
    ...(metricsOptions && { metricsOptions }),
    ...(mostWaiting && { mostWaiting }),
    ...(storageOptions && { storageOptions }),
  };
  const server = await startServer(parts);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    dataDir,
    database,
    db: server.storage.db,
    storage: server.storage,
    live: server.live,
    payments: server.payments,
    upkeep: server.upkeep,
    followers: server.followers,
    routes: server.routes,
    logged,
    client: () => createClient(url),
    async stop() {
      await server.stop();
      if (options.database === undefined) await database.remove();
    },
  };
}

const built = {
  clientFolder: fileURLToPath(new URL('../../dist/client', import.meta.url)),
  rendererFile: fileURLToPath(new URL('../../dist/render/page-renderer.js', import.meta.url)),
};

async function writePlainPages(
  dataDir: string,
  { renderer = RENDERER, languages = [] }: TestServerOptions,
): Promise<typeof built> {
  const clientFolder = join(dataDir, 'client');
  const root = '<div id="root"></div>';
  await mkdir(join(clientFolder, 'assets'), { recursive: true });
  const rendererFile = join(dataDir, 'renderer.mjs');
  for (const language of ['', ...languages]) {
    for (const page of ['index', 'viewer']) {
      const html = `<!doctype html><html lang="${language || 'en'}"><head><!--boot--></head><body>${root}</body>`;
      await writeFile(join(clientFolder, [page, language, 'html'].filter(Boolean).join('.')), html);
    }
    await mkdir(join(dataDir, language), { recursive: true });
    await writeFile(join(dataDir, language, 'renderer.mjs'), renderer);
    if (language !== '') await buildWords(language, join(dataDir, language));
  }
  await writeFile(join(clientFolder, 'assets', 'app-1a2b.js'), 'export const app = 1;\n'.repeat(100));
  return { clientFolder, rendererFile };
}

export function createClient(url: string): TestClient {
  const client: TestClient = {
    cookie: '',
    async post<Body>(path: string, body: unknown = {}, headers: Record<string, string> = {}) {
      const answer = await client.postText(path, JSON.stringify(body), headers);
      return answer as unknown as Answer<Body>;
    },
    async postText(path, body, headers = {}) {
      const response = await fetch(url + path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', cookie: client.cookie, ...headers },
      });
      client.cookie = keepCookies(client.cookie, response.headers.getSetCookie());
      return { status: response.status, body: (await response.json()) as ErrorAnswer, headers: response.headers };
    },
    async get(path) {
      const headers = { cookie: client.cookie, [SCHEMA_HEADER]: String(SCHEMA_VERSION) };
      const response = await fetch(url + path, { headers, redirect: 'manual' });
      client.cookie = keepCookies(client.cookie, response.headers.getSetCookie());
      return response;
    },
    boot: async () => (await (await client.get(api.boot)).json()) as Boot,
  };
  return client;
}
