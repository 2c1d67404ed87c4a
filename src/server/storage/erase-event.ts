import { setImmediate as nextRound } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { extend } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import { hashTap, type RecordedTap } from '../journal/hash-command.ts';
import { columnsOf, readChanges, writeAdmins } from './command-store.ts';
import type { Database, Storage } from './engine.ts';
import { type Erasure, eraseChange, names, withoutErased } from './erasures.ts';
import { firstStateOf, readSnapshot, writeFirstState, writeSnapshot } from './snapshots.ts';

/** Rows that one statement looks at or writes: a tap waits for no more than that. */
const ROWS_AT_ONCE = 250;

/**
 * Takes a person out of the log of another owner's event, and out of everything that is stored beside the log.
 * Repeated, it has the same outcome, so that after a node that was killed in the middle another begins anew. False when
 * the event does not name the person.
 */
export async function eraseFromEvent(storage: Storage, eventId: string, erasure: Erasure): Promise<boolean> {
  const { db, engine } = storage;
  const row = await db
    .selectFrom('events')
    .leftJoin('snapshots', 'snapshots.eventId', 'events.id')
    .leftJoin('stateSnapshots', 'stateSnapshots.eventId', 'events.id')
    .select([
      'events.seq',
      names(engine, 'stateSnapshots.state', erasure).as('isNamed'),
      names(engine, 'snapshots.state', erasure).as('isNamedBefore'),
    ])
    .where('events.id', '=', eventId)
    .where('events.goneAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return false;
  let isRewritten = false;
  for (let after = 0; after < row.seq; after += ROWS_AT_ONCE) {
    const rows = await db
      .selectFrom('changes')
      .select(['seq', 'body'])
      .where('eventId', '=', eventId)
      .where('seq', '>', after)
      .where('seq', '<=', after + ROWS_AT_ONCE)
      .where(names(engine, 'body', erasure))
      .execute();
    if (await rewriteChanges(db, eventId, erasure, rows)) isRewritten = true;
    await nextRound();
  }
  // A node may have stored an older state from its memory after the log had been rewritten.
  if (!isRewritten && !row.isNamed && !row.isNamedBefore) return false;
  await rebuildState(storage, eventId, erasure);
  return true;
}

async function rewriteChanges(
  db: Database,
  eventId: string,
  erasure: Erasure,
  rows: readonly { readonly seq: number; readonly body: string }[],
): Promise<boolean> {
  const rewritten = rows.flatMap(({ seq, body }) => {
    const before = JSON.parse(body) as Change;
    const after = eraseChange(erasure, before);
    const text = JSON.stringify(after);
    return text === body ? [] : [{ seq, before, after, text }];
  });
  if (rewritten.length === 0) return false;
  const bodies = rewritten.map(({ seq, text }) => sql`(cast(${seq} as bigint), cast(${text} as text))`);
  await db.transaction().execute(async (trx) => {
    await sql`
      update "changes" set "body" = "wanted"."column2" from (values ${sql.join(bodies)}) as "wanted"
      where "changes"."eventId" = ${eventId} and "changes"."seq" = "wanted"."column1"`.execute(trx);
    await hashTaps(trx, rewritten);
  });
  return true;
}

/**
 * The hash in a tap's receipt covers the tap's device. The receipt keeps that hash, so that the tap sent again is
 * known, and gets a second one for the rewritten tap: only if the first one matched the tap before.
 */
async function hashTaps(
  trx: Database,
  rewritten: readonly { readonly before: Change; readonly after: Change }[],
): Promise<void> {
  const hashes = rewritten.flatMap(({ before, after }) =>
    before.type === 'tap-recorded'
      ? [sql`(${before.commandId}, ${hashTap(before)}, ${hashTap(after as RecordedTap)})`]
      : [],
  );
  if (hashes.length === 0) return;
  await sql`
    update "receipts" set "erasedHash" = "wanted"."column3" from (values ${sql.join(hashes)}) as "wanted"
    where "receipts"."commandId" = "wanted"."column1" and "receipts"."bodyHash" = "wanted"."column2"`.execute(trx);
}

/**
 * Builds the state from the log, which is the truth; the end of the log with the event locked, so that nothing is
 * missed. If the log did not make the stored results, the stored ones stay, without the person: what `verify` has found
 * it must go on finding.
 */
async function rebuildState({ db, engine }: Storage, eventId: string, erasure: Erasure): Promise<void> {
  const stored = await readSnapshot(db, eventId);
  let state: EventState | null = null;
  let isSound = true;
  for (;;) {
    const after: number = state?.seq ?? 0;
    const next = after < (stored?.seq ?? 0) ? Math.min(stored!.seq, after + ROWS_AT_ONCE) : after + ROWS_AT_ONCE;
    const page = await readChanges(db, eventId, after, next);
    if (page.length === 0) break;
    state = extend(state, page);
    if (stored !== null && state?.seq === stored.seq) isSound = hasSameResults(state, stored, erasure);
    await nextRound();
  }
  const made = isSound ? state : withoutErased([erasure], eventId, stored!);
  await db.transaction().execute(async (trx) => {
    const locked = await trx
      .selectFrom('events')
      .select('id')
      .where('id', '=', eventId)
      .where('goneAt', 'is', null)
      // On SQLite the transaction has the whole database locked already.
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (locked === undefined || made === null) return;
    const event = extend(made, isSound ? await readChanges(trx, eventId, made.seq) : [])!;
    await writeSnapshot(trx, event);
    const [created] = await readChanges(trx, eventId, 0, 1);
    if (created !== undefined) await writeFirstState(trx, firstStateOf(created));
    const columns = isSound ? columnsOf(event) : {};
    await trx
      .updateTable('events')
      .set({ ...columns, rewrites: sql<number>`rewrites + 1`, rewrittenSeq: sql<number>`seq` })
      .where('id', '=', eventId)
      .execute();
    await trx.deleteFrom('eventAdmins').where('eventId', '=', eventId).execute();
    await writeAdmins(trx, event);
  });
}

/** Admins are left out: between two steps of an erasure, a node may have stored a state with both names. */
function hasSameResults(replayed: EventState, stored: EventState, erasure: Erasure): boolean {
  const [one, other] = [replayed, stored].map((each): unknown => {
    const results = { ...each, ownerId: null, admins: null, sharedGroup: null };
    return JSON.parse(JSON.stringify(withoutErased([erasure], each.id, results)));
  });
  return isDeepStrictEqual(one, other);
}
