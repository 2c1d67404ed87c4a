import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '../../src/server/log.ts';
import type { Engine, Storage } from '../../src/server/storage/engine.ts';
import type { StorageOptions } from '../../src/server/storage/database.ts';
import { databaseFile, openStorage } from '../../src/server/storage/database.ts';
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

/** An empty database of its own on either engine, or a copy of another one. */
export async function createTestDatabase(engine: Engine, template?: TestDatabase): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pushoff-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') {
    if (template !== undefined) await copyFile(databaseFile(template.dataDir), databaseFile(dataDir));
    return { dataDir, databaseUrl: undefined, remove: removeFolder };
  }
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: these tests need a PostgreSQL.');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const source =
    template?.databaseUrl === undefined ? '' : ` template ${new URL(template.databaseUrl).pathname.slice(1)}`;
  await execute(server, `create database ${name}${source}`);
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

const templates = new Map<Engine, Promise<TestDatabase>>();

/** A database as a new installation has it: migrated once by each process of the tests, and copied after that. */
export async function createMigratedDatabase(engine: Engine): Promise<TestDatabase> {
  const template = templates.get(engine) ?? migrateTemplate(engine);
  templates.set(engine, template);
  return createTestDatabase(engine, await template);
}

/** It is there until the process ends, or all tests: see `folder-setup.ts`. */
async function migrateTemplate(engine: Engine): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  process.once('exit', () => rmSync(database.dataDir, { recursive: true, force: true }));
  const storage = await openStorage(database, quiet);
  await storage.close();
  return database;
}

/** A migrated database, to be closed by the test. */
export async function openTestStorage(engine: Engine, options: StorageOptions = {}): Promise<Storage> {
  const database = await (options.migrations === undefined ? createMigratedDatabase : createTestDatabase)(engine);
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
