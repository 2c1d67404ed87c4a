import type { ListedTable, PackedTable } from '../../protocol/handicap-tables.ts';
import type { Database } from './engine.ts';
import { hasRoom } from './room.ts';
import { MAX_HANDICAP_TABLES } from '../../protocol/limits.ts';

export async function listHandicapTables(db: Database, userId: string): Promise<ListedTable[]> {
  return db
    .selectFrom('handicapTables')
    .select(['id', 'name', 'version', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_HANDICAP_TABLES)
    .execute();
}

/** Null too where the table is another person's. */
export async function readHandicapTable(db: Database, userId: string, id: string): Promise<PackedTable | null> {
  const row = await db
    .selectFrom('handicapTables')
    .select(['name', 'version', 'rows'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, rows: JSON.parse(row.rows) as PackedTable['rows'] };
}

/**
 * A table is never changed: a new version is a new table. The same id again is the same request again, and answered
 * alike.
 */
export async function addHandicapTable(
  db: Database,
  { id, userId, table }: { readonly id: string; readonly userId: string; readonly table: PackedTable },
  now: number,
): Promise<'stored' | 'too-many' | 'not-found'> {
  return db.transaction().execute(async (trx) => {
    const isRoom = await hasRoom(trx, 'handicapTables', userId, { userId });
    const known = await trx.selectFrom('handicapTables').select('userId').where('id', '=', id).executeTakeFirst();
    if (known !== undefined) return known.userId === userId ? 'stored' : 'not-found';
    if (!isRoom) return 'too-many';
    const { name, version, rows } = table;
    await trx
      .insertInto('handicapTables')
      .values({ id, userId, name, version, rows: JSON.stringify(rows), createdAt: now })
      .execute();
    return 'stored';
  });
}

export async function deleteHandicapTable(db: Database, userId: string, id: string): Promise<boolean> {
  const query = db.deleteFrom('handicapTables').where('id', '=', id).where('userId', '=', userId).returning('id');
  return (await query.executeTakeFirst()) !== undefined;
}
