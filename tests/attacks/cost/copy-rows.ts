import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Target } from '../target.ts';

/** SQL for columns of a copy; `?1` is its new id, `?2` the id of the original, `?3` its number, from 1. */
type Changed = Readonly<Record<string, string>>;

/** The rows of the server's database, for stages that no account could fill within an hour by requests. */
export interface StoredRows {
  /** Copies the rows of a table whose `key` is `original`, once for each of the new ids. */
  copy(table: string, key: string, original: string, ids: readonly string[], changed?: Changed): void;
  change(sql: string, ...values: (string | number)[]): void;
  /** The first column of the first row. */
  value(sql: string, ...values: (string | number)[]): string | number;
  texts(sql: string, ...values: (string | number)[]): string[];
}

export const newIds = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

export function withRows<Value>({ dataDir, databaseUrl }: Target, work: (rows: StoredRows) => Value): Value {
  if (databaseUrl !== undefined) throw new Error('The stage at the limits is made on SQLite');
  const file = readdirSync(dataDir).find((name) => /\.(db|sqlite)$/.test(name))!;
  const database = new DatabaseSync(join(dataDir, file), { timeout: 30_000 });
  const all = (sql: string, values: readonly (string | number)[]) =>
    (database.prepare(sql).all(...values) as Record<string, string | number>[]).map((row) => Object.values(row)[0]!);
  try {
    return work({
      copy(table, key, original, ids, changed = {}) {
        const columns = all(`select name from pragma_table_info('${table}')`, []).map(String);
        const sources = columns.map((name) => (name === key ? '?1' : (changed[name] ?? `"${name}"`)));
        const statement = database.prepare(
          `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) ` +
            `select ${sources.join(', ')} from "${table}" where "${key}" = ?2 and ?3 = ?3`,
        );
        database.exec('begin immediate');
        for (const [index, id] of ids.entries()) statement.run(id, original, index + 1);
        database.exec('commit');
      },
      change: (sql, ...values) => void database.prepare(sql).run(...values),
      value: (sql, ...values) => all(sql, values)[0] ?? 0,
      texts: (sql, ...values) => all(sql, values).map(String),
    });
  } finally {
    database.close();
  }
}
