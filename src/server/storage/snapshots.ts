import { applyAll } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { Database, Storage } from './engine.ts';

/**
 * The stored state of an event in this release's shape. Null if there is none, or one of another schema version: such a
 * state is built anew from the log, because a shape that was patched up would show a wrong board.
 */
export async function readSnapshot(db: Database, eventId: string): Promise<EventState | null> {
  const row = await db
    .selectFrom('stateSnapshots')
    .select('state')
    .where('eventId', '=', eventId)
    .where('schema', '=', SCHEMA_VERSION)
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.state) as EventState);
}

/** Replaces a snapshot of another schema version as well. */
export async function writeSnapshot(trx: Database, event: EventState): Promise<void> {
  const columns = { schema: SCHEMA_VERSION, state: JSON.stringify(event) };
  await trx
    .insertInto('stateSnapshots')
    .values({ eventId: event.id, ...columns })
    .onConflict((conflict) => conflict.column('eventId').doUpdateSet(columns))
    .execute();
}

/**
 * A state at the beginning of the log, for nodes of Beta 0.23: such a node reads this table alone, whatever is in it,
 * and replays the log from there. The table is dropped one release after the last that runs beside such nodes.
 */
export async function writeFirstState(trx: Database, event: EventState): Promise<void> {
  const state = JSON.stringify(event);
  await trx
    .insertInto('snapshots')
    .values({ eventId: event.id, state })
    .onConflict((conflict) => conflict.column('eventId').doUpdateSet({ state }))
    .execute();
}

/** State after the log's first change. */
export const firstStateOf = (created: Change): EventState => applyAll(null, [created])!;

/**
 * Stores a state that was built from the whole log, so that the next reader need not build it again. Not if the log was
 * rewritten meanwhile, because the state may name people who are gone.
 */
export async function keepBuiltState({ db, engine }: Storage, event: EventState, rewrites: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('events')
      .select('rewrites')
      .where('id', '=', event.id)
      // On SQLite the transaction has the whole database locked already.
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (row?.rewrites !== rewrites || (await readSnapshot(trx, event.id)) !== null) return;
    await writeSnapshot(trx, event);
  });
}
