import type { Change } from '../../src/domain/model/changes.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import type { Outcome } from '../../src/server/journal/store.ts';
import { toRacer } from '../../src/server/storage/command-store.ts';
import type { Database } from '../../src/server/storage/engine.ts';
import { createTables, type Tables } from '../simulation/memory-tables.ts';

/** The content of the database, in the form that the simulator's checks read. */
export async function readTables(db: Database): Promise<Tables> {
  const tables = createTables();
  const rows = await db
    .selectFrom('events')
    .innerJoin('stateSnapshots', 'stateSnapshots.eventId', 'events.id')
    .selectAll('events')
    .select('state')
    .execute();
  for (const row of rows) {
    const { id, seq, ownerId, resultsSeq } = row;
    const snapshot = JSON.parse(row.state) as EventState;
    tables.events.set(id, {
      id,
      seq,
      resultsSeq,
      snapshot,
      ownerId,
      awaitingCredits: row.awaitingCredits === 1,
      deletedAt: row.deletedAt,
      subjects: [],
    });
    tables.changes.set(id, []);
  }
  const changes = new Map<string, Change[]>();
  for (const { eventId, body } of await db.selectFrom('changes').selectAll().orderBy('seq').execute()) {
    const log = changes.get(eventId) ?? [];
    changes.set(eventId, log);
    log.push(JSON.parse(body) as Change);
  }
  for (const [eventId, log] of changes) tables.changes.set(eventId, log);
  for (const { createdAt, outcome, ...row } of await db.selectFrom('receipts').selectAll().execute()) {
    tables.receipts.set(row.commandId, { ...row, outcome: JSON.parse(outcome) as Outcome, at: createdAt });
  }
  for (const row of await db.selectFrom('racers').selectAll().execute()) tables.racers.set(row.id, toRacer(row));
  const transfers = await db.selectFrom('creditTransfers').selectAll().execute();
  for (const { fromAccount: from, toAccount: to, ...row } of transfers) {
    tables.transfers.set(row.cause, { ...row, from, to });
  }
  const accounts = await db.selectFrom('creditAccounts').selectAll().where('kind', '=', 'user').execute();
  for (const { id, balance } of accounts) {
    tables.accounts.set(id, { id, balance, transfers: transfers.filter(({ account }) => account === id).length });
  }
  return tables;
}

export async function readSeqs(db: Database): Promise<Record<string, number>> {
  const rows = await db.selectFrom('events').select(['id', 'seq']).execute();
  return Object.fromEntries(rows.map(({ id, seq }) => [id, seq]));
}
