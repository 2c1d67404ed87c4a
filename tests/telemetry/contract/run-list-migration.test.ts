import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database, Engine } from '../../../src/server/storage/engine.ts';
import { openStorage } from '../../../src/server/storage/database.ts';
import { listKeptPage, listOffers, listRunPage } from '../../../src/telemetry/server/storage/run-lists.ts';
import { listRuns } from '../../../src/server/storage/migrations/0013-run-lists.ts';
import { measureRuns } from '../../../src/telemetry/server/storage/runs.ts';
import { createTestDatabase, engines, quiet } from '../../support/database.ts';
import { detailsOf } from '../../support/runs.ts';

const EMAIL = 'friend@example.org';
const RECIPIENT = { userId: 'friend', email: EMAIL };

/** Reverts the database to the state of the release before. */
async function undo(db: Database, engine: Engine): Promise<void> {
  const on = (table: string) => (engine === 'sqlite' ? '' : ` on "${table}"`);
  const triggers = [`"runs_listed"${on('runs')}`, ...(engine === 'sqlite' ? ['"runs_changed"'] : [])];
  for (const trigger of [...triggers, `"runShares_added"${on('runShares')}`, `"runShares_removed"${on('runShares')}`]) {
    await sql.raw(`drop trigger ${trigger}`).execute(db);
  }
  for (const table of ['runBlocks', 'runRemovals', 'runSummaries']) await sql.raw(`drop table "${table}"`).execute(db);
  for (const index of ['runShares_list_idx', 'runSources_bytes_idx'])
    await sql.raw(`drop index "${index}"`).execute(db);
  await sql`alter table "runShares" drop column "state"`.execute(db);
  await sql`alter table "runLibraries" drop column "zonesVersion"`.execute(db);
}

/** The statements of the release before, which may still run beside this one. */
const before = {
  async insert(db: Database, details: object): Promise<string> {
    const id = randomUUID();
    const text = JSON.stringify(details);
    await sql`insert into "runs" ("id", "ownerId", "version", "createdAt", "deletedAt", "details", "bytes", "eventId", "linkKey")
      values (${id}, 'owner', 1, 5, null, ${text}, ${text.length}, null, null)`.execute(db);
    return id;
  },
  rename: (db: Database, id: string, details: object) =>
    sql`update "runs" set "details" = ${JSON.stringify(details)}, "version" = "version" + 1 where "id" = ${id}`.execute(
      db,
    ),
  share: (db: Database, id: string) =>
    sql`insert into "runShares" ("runId", "email", "createdAt") values (${id}, ${EMAIL}, 7)`.execute(db),
};

describe.each(engines)('runs of the release before on %s', (engine) => {
  test('[U26] are listed unchanged, shared runs stay on their lists, and runs that the release before writes are listed too', async () => {
    const database = await createTestDatabase(engine);
    const { db, close } = await openStorage(database, quiet);
    const now = new Date(0).toISOString();
    const yes = engine === 'sqlite' ? 1 : true;
    for (const id of ['owner', 'friend']) {
      const email = id === 'friend' ? EMAIL : 'owner@example.org';
      const user = { id, email, name: 'Ada', emailVerified: yes, createdAt: now, updatedAt: now };
      await db
        .insertInto('user')
        .values(user as never)
        .execute();
    }
    await undo(db, engine);
    const race = { eventId: randomUUID(), racerId: randomUUID() };
    const named = detailsOf({ name: 'Größe 😀 "q" \\u', timestamp: 1_700_000_000.5, distance: 1e9, race });
    const first = await before.insert(db, named);
    await before.share(db, first);

    await listRuns(engine).up(db);
    const own = async () => (await listRunPage(db, 'owner', null, 0)).runs;
    expect(await own()).toMatchObject([
      { id: first, name: named.name, timestamp: 1_700_000_000.5, distance: 1e9, duration: 100, deletedAt: null },
    ]);
    const kept = await listKeptPage(db, RECIPIENT, null);
    expect(kept.runs).toMatchObject([{ id: first, ownerId: 'owner', sharedAt: 7 }]);

    const second = await before.insert(db, detailsOf({ name: 'Later', timestamp: null }));
    await before.share(db, second);
    expect(await listOffers(db, RECIPIENT)).toMatchObject([{ id: second, name: 'Later', timestamp: null }]);
    const [revision] = (await own()).filter(({ id }) => id === second).map((run) => run.revision);
    await before.rename(db, second, detailsOf({ name: 'Renamed' }));
    const renamed = (await own()).find(({ id }) => id === second);
    expect(renamed).toMatchObject({ name: 'Renamed', timestamp: 1_700_000_000 });
    expect(renamed?.revision).not.toBe(revision);
    const { count } = await measureRuns(db, 'owner');
    expect(count).toBe(2);
    await close();
    await database.remove();
  });
});
