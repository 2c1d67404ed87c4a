import { sql } from 'kysely';
import type { Database, Storage } from './engine.ts';

/**
 * All reads inside see one moment, and no writer waits for them. An ordinary transaction would take the write lock of
 * SQLite.
 */
export async function readAtOneMoment<Value>(
  { db, engine }: Storage,
  work: (db: Database) => Promise<Value>,
): Promise<Value> {
  if (engine === 'postgres') {
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
  }
  return db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`commit`.execute(connection);
    }
  });
}
