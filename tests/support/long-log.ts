import { randomUUID } from 'node:crypto';
import { applyAll } from '../../src/domain/events/apply.ts';
import type { Change } from '../../src/domain/model/changes.ts';
import { columnsOf } from '../../src/server/storage/command-store.ts';
import type { Database } from '../../src/server/storage/engine.ts';
import { readEvent } from '../../src/server/storage/event-reads.ts';
import { writeSnapshot } from '../../src/server/storage/snapshots.ts';

const ROWS_TOGETHER = 500;

/**
 * Lengthens an event's log as taps would: each added change is a copy of the last with an id of its own. The changes
 * are written straight into the database; the snapshot is made as the server makes it.
 */
export async function lengthenLog(db: Database, eventId: string, length: number): Promise<void> {
  const before = (await readEvent(db, eventId))!;
  const { body } = await db
    .selectFrom('changes')
    .select('body')
    .where('eventId', '=', eventId)
    .where('seq', '=', before.seq)
    .executeTakeFirstOrThrow();
  const last = JSON.parse(body) as Change & { readonly type: 'tap-recorded' };
  if (last.type !== 'tap-recorded') throw new Error(`The last change is no tap but ${last.type}`);
  const added = Array.from({ length: length - before.seq }, (_, index): Change => {
    const id = randomUUID();
    return { ...last, tapId: id, commandId: id, counts: false, seq: before.seq + 1 + index };
  });
  const event = applyAll(before, added)!;
  await db.transaction().execute(async (trx) => {
    for (let at = 0; at < added.length; at += ROWS_TOGETHER) {
      const rows = added.slice(at, at + ROWS_TOGETHER);
      await trx
        .insertInto('changes')
        .values(rows.map((change) => ({ eventId, seq: change.seq, body: JSON.stringify(change) })))
        .execute();
    }
    await trx.updateTable('events').set(columnsOf(event)).where('id', '=', eventId).execute();
    await writeSnapshot(trx, event);
  });
}
