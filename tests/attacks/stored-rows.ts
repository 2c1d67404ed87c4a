import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import type { Target } from './target.ts';

type Row = Readonly<Record<string, unknown>>;

/** Every row of every table, by the table's name, as the operator can read it. */
export async function readAllRows({ dataDir, databaseUrl }: Target): Promise<Map<string, Row[]>> {
  if (databaseUrl !== undefined) return readPostgres(databaseUrl);
  const file = readdirSync(dataDir).find((name) => /\.(db|sqlite)$/.test(name));
  if (file === undefined) throw new Error('There is no database to be looked into');
  return readSqlite(join(dataDir, file));
}

function readSqlite(file: string): Map<string, Row[]> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all() as { name: string }[];
    return new Map(tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all() as Row[]]));
  } finally {
    database.close();
  }
}

async function readPostgres(url: string): Promise<Map<string, Row[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const all = new Map<string, Row[]>();
    for (const { name } of rows) all.set(name, (await client.query<Row>(`select * from "${name}"`)).rows);
    return all;
  } finally {
    await client.end();
  }
}
