import { sql, type Transaction } from 'kysely';
import type { Database } from './engine.ts';
import type { Schema } from './schema.ts';

const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
/** A node that was not seen for this long was killed, or is cut off. */
const LIVE_MS = 30_000;
const FORGOTTEN_MS = 24 * 3_600_000;

export interface NodeEntry {
  readonly id: string;
  readonly name: string;
  /** The newest schema version that the node knows. */
  readonly schema: number;
}

/** The newest schema version that may be written. */
export async function readSchemaGate(db: Database): Promise<number> {
  return (await db.selectFrom('gate').select('schema').where('id', '=', 1).executeTakeFirstOrThrow()).schema;
}

/** Opens the gate for a process that has the database alone: no other node has to know the version. */
export async function openSchemaGateAlone(db: Database, schema: number): Promise<void> {
  await db.updateTable('gate').set({ schema }).where('id', '=', 1).where('schema', '<', schema).execute();
}

/**
 * Records that a node is up, unless the gate is open for a newer version than it knows. The gate is locked: between the
 * look at the nodes and the opening, no older node can come.
 */
export function beat(db: Database, node: NodeEntry): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const open = await lockGate(trx, 'share');
    if (open > node.schema) return open;
    await trx
      .insertInto('nodes')
      .values({ ...node, startedAt: now, seenAt: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt: now }))
      .execute();
    return open;
  });
}

export async function removeNode(db: Database, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute();
}

/**
 * Nodes that are up and do not know a schema version: by their rows; nodes of Beta 0.23, which write none, by their
 * connections. PostgreSQL shows no names for connections of another role.
 */
export async function listBehind(db: Database, schema: number, namesBefore: readonly string[]): Promise<string[]> {
  const nodes = await db
    .selectFrom('nodes')
    .select(['name', 'schema'])
    .where('seenAt', '>', sql<number>`${now} - ${LIVE_MS}`)
    .where('schema', '<', schema)
    .execute();
  const { rows: connections } = await sql<{ from: string }>`
    select distinct coalesce(host(client_addr), 'a socket') as "from" from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_type = 'client backend'
      and pid <> pg_backend_pid() and application_name = any(${namesBefore})`.execute(db);
  return [
    ...nodes.map((node) => `${node.name} (schema ${node.schema})`),
    ...connections.map(({ from }) => `a connection without a name from ${from}`),
  ].toSorted();
}

/** Opens the gate if every node that is up knows the schema version. The gate never closes. */
export function openSchemaGate(db: Database, schema: number, namesBefore: readonly string[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const open = await lockGate(trx, 'update');
    if (open >= schema || (await listBehind(trx, schema, namesBefore)).length > 0) return open;
    await openSchemaGateAlone(trx, schema);
    await trx
      .deleteFrom('nodes')
      .where('seenAt', '<', sql<number>`${now} - ${FORGOTTEN_MS}`)
      .execute();
    return schema;
  });
}

async function lockGate(trx: Transaction<Schema>, kind: 'share' | 'update'): Promise<number> {
  const gate = trx.selectFrom('gate').select('schema').where('id', '=', 1);
  const row = await (kind === 'share' ? gate.forShare() : gate.forUpdate()).executeTakeFirstOrThrow();
  return row.schema;
}
