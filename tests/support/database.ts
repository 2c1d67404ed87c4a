import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '../../src/server/log.ts';
import type { Engine, Storage } from '../../src/server/storage/engine.ts';
import type { StorageOptions } from '../../src/server/storage/database.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { inFull } from './in-full.ts';

export const engines: readonly Engine[] = ['sqlite', 'postgres'];
/** Suites of the HTTP tests take turns: each runs on one engine in `npm test`, and on both in `npm run proofs`. */
export const enginesOf = (short: Engine): readonly Engine[] => inFull(engines, [short]);
export const quiet = createLog('silent');

export interface TestDatabase {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Removes the folder and the database. */
  remove(): Promise<void>;
}

/** An empty database of its own on either engine. */
export async function createTestDatabase(engine: Engine): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pushoff-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') return { dataDir, databaseUrl: undefined, remove: removeFolder };
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: these tests need a PostgreSQL.');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await execute(server, `create database ${name}`);
  const databaseUrl = new URL(server);
  databaseUrl.pathname = `/${name}`;
  return {
    dataDir,
    databaseUrl: databaseUrl.href,
    async remove() {
      await removeFolder();
      await execute(server, `drop database ${name} with (force)`);
    },
  };
}

/** A migrated database, to be closed by the test. */
export async function openTestStorage(engine: Engine, options: StorageOptions = {}): Promise<Storage> {
  const database = await createTestDatabase(engine);
  const storage = await openStorage(database, quiet, options);
  return {
    ...storage,
    async close() {
      await storage.close();
      await database.remove();
    },
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
