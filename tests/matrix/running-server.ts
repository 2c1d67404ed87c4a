import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Passwords } from '../../src/server/accounts/passwords.ts';
import { parseConfig } from '../../src/server/config.ts';
import { createLog } from '../../src/server/log.ts';
import { startServer } from '../../src/server/server.ts';
import type { Database, Engine } from '../../src/server/storage/engine.ts';
import { createTestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { RENDERER } from '../support/plain-renderer.ts';

export const METRICS_TOKEN = 'the-token-of-the-matrix-0123456789abcdef';
export const SECRET = 'the-secret-of-the-matrix-0123456789abcdef';
export const OPERATOR = 'operator@example.org';
export const NAMED_AND_NOT_VERIFIED = 'hopeful@example.org';

export interface MatrixServer {
  readonly url: string;
  readonly engine: Engine;
  readonly db: Database;
  /** The secret that signs tokens. */
  readonly secret: string;
  readonly logged: readonly string[];
  stop(): Promise<void>;
}

/** Cheap hashes: the matrix tests access, not the strength of passwords. */
const cheapPasswords: Passwords = {
  hash: async (password) => `cheap:${password}`,
  verify: async ({ hash, password }) => hash === `cheap:${password}`,
};

/**
 * The real server with public pages, which trusts the invented addresses of the matrix: limits by address are tested
 * elsewhere and would only interfere. The sandbox loses its messages, and followers are told nothing, so that nothing changes by itself.
 */
export async function startMatrixServer(engine: Engine): Promise<MatrixServer> {
  const database = await createTestDatabase(engine);
  const port = await findFreePort();
  const clientFolder = join(database.dataDir, 'client');
  const rendererFile = join(database.dataDir, 'renderer.mjs');
  await mkdir(join(clientFolder, 'assets'), { recursive: true });
  for (const page of ['index.html', 'viewer.html']) {
    await writeFile(join(clientFolder, page), '<!doctype html><head><!--boot--></head><body></body>');
  }
  await writeFile(rendererFile, RENDERER);
  const config = parseConfig({
    PORT: String(port),
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_TOKEN,
    SECRET,
    OPERATORS: `${OPERATOR},${NAMED_AND_NOT_VERIFIED}`,
  });
  const logged: string[] = [];
  const server = await startServer({
    config,
    log: createLog('debug', (line) => logged.push(line)),
    clientFolder,
    rendererFile,
    passwords: cheapPasswords,
    liveLimits: { connectionsPerAddress: 10_000, sessionCheckMs: 3_600_000 },
    sandboxFaults: { losesMessages: true },
    followerOptions: { holdMs: 3_600_000 },
    // Durability is not tested either: without waiting for the disk the matrix runs several times as fast.
    storageOptions: { writeAheadLog: { sync: async () => {}, close: async () => {} } },
  });
  const { db } = server.storage;
  return {
    url: `http://127.0.0.1:${port}`,
    engine,
    db,
    secret: SECRET,
    logged,
    async stop() {
      await server.stop();
      await database.remove();
    },
  };
}
