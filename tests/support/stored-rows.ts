import { sql } from 'kysely';
import type { Database } from '../../src/server/storage/engine.ts';

/** Every table in the database's own catalogue, so that a new table is searched as well. */
export async function listTables(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name).toSorted();
}

async function readRows(db: Database, table: string): Promise<readonly Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
  return rows;
}

/** Bytes as text: a name inside a packed body is still a name. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner), 0) ?? '';

/** Every occurrence of these words, as `table.column: word`. */
export async function findWords(db: Database, words: Readonly<Record<string, string>>): Promise<string[]> {
  const found = new Set<string>();
  for (const table of await listTables(db)) {
    for (const row of await readRows(db, table)) {
      for (const [column, value] of Object.entries(row)) {
        const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : textOf(value);
        for (const [name, word] of Object.entries(words)) {
          if (text.includes(word)) found.add(`${table}.${column}: ${name}`);
        }
      }
    }
  }
  return [...found].toSorted();
}
