import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/server/clock.ts';
import { createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { createCommandStore } from '../../src/server/storage/command-store.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { readEvent } from '../../src/server/storage/event-reads.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import { verifyLog } from '../../src/server/storage/verify-log.ts';
import { commandMail } from '../support/command-mail.ts';
import { createEvent, tap } from '../support/commands.ts';
import { createTestDatabase, engines, quiet } from '../support/database.ts';
import { alwaysOpen } from '../support/gate.ts';

describe.each(engines)('events from before snapshots had a table of their own, on %s', (engine) => {
  test('are read unchanged, and can be continued', async () => {
    const database = await createTestDatabase(engine);
    const before = await openStorage(database, quiet);
    const [userId, eventId] = [randomUUID(), randomUUID()];
    await insertUser(before.db, {
      id: userId,
      name: '',
      email: 'ada@example.org',
      passwordHash: '',
      accountId: userId,
      now: 1,
    });
    await before.db
      .transaction()
      .execute((trx) => giveCredits(trx, { userId, kind: 'grant', cause: 'gift', amount: 100, now: 1 }));
    const send = (storage: typeof before, ...commands: ReturnType<typeof tap>[]) =>
      createCommandQueue({
        gate: alwaysOpen,
        store: createCommandStore(storage, commandMail),
        clock: systemClock,
        log: quiet,
        onCommitted: () => {},
      }).submit(
        commands.map((command) => ({
          command,
          sender: { userId, isAnonymous: false, verifiedEmail: null, name: 'Ada', keys: {} },
          observations: [],
        })),
      );
    const taps = () => Array.from({ length: 70 }, () => tap(eventId, 'start', null));
    await send(before, createEvent(eventId), ...taps());
    const event = await readEvent(before.db, eventId);
    expect(event?.seq).toBe(71);

    await sql`alter table "events" add column "snapshot" text`.execute(before.db);
    await sql`update "events" set "snapshot" =
      (select "state" from "snapshots" where "eventId" = "events"."id")`.execute(before.db);
    await sql`drop table "snapshots"`.execute(before.db);
    // Reverts the later migrations too.
    await sql`alter table "mail" drop column "unsubscribe"`.execute(before.db);
    const runTables = ['runBlocks', 'runRemovals', 'runSummaries', 'runSources', 'runShares', 'runs', 'runLibraries'];
    for (const table of [
      'webhookDeliveries',
      'webhookCursors',
      'webhooks',
      'apiTokens',
      'series',
      'handicapTables',
      'historyLinks',
      'screenKeys',
      'followerMessages',
      'followers',
      'followedRacers',
      'followedEvents',
      'videoUploads',
      'sampleParts',
      ...runTables,
      'results',
      'embeds',
      'letterheads',
      'finishPictureParts',
      'finishPictures',
      'erasures',
      'upkeep',
      'welcomeGifts',
      'invitationMails',
      'closedMailboxes',
      'stateSnapshots',
      'nodes',
      'gate',
    ]) {
      await sql`drop table ${sql.table(table)}`.execute(before.db);
    }
    const indexes = [
      'events_deleted',
      'events_gone',
      'events_course',
      'session_expiresAt',
      'verification_expiresAt',
      'mail_done',
      'racers_same',
    ];
    for (const index of ['receipts_userId', 'invitations_createdAt', ...indexes]) {
      await sql`drop index ${sql.id(`${index}_idx`)}`.execute(before.db);
    }
    const columns = {
      events: [
        'rewrites',
        'rewrittenSeq',
        'resultsSeq',
        'goneAt',
        'course',
        'courseKey',
        'conditions',
        'points',
        'teamRules',
        'ranking',
        'showsBests',
        'official',
      ],
      receipts: ['erasedHash'],
      racers: ['details', 'sameAs'],
      libraries: ['merges'],
      profiles: ['language'],
      payments: ['zone'],
    };
    for (const [table, added] of Object.entries(columns)) {
      for (const column of added) await before.db.schema.alterTable(table).dropColumn(column).execute();
    }
    await sql`delete from "kysely_migration" where "name" >= '0007'`.execute(before.db);
    await before.close();

    const after = await openStorage(database, quiet);
    expect(await readEvent(after.db, eventId)).toEqual(event);
    await send(after, ...taps());
    expect((await readEvent(after.db, eventId))?.seq).toBe(141);
    expect((await verifyLog(after)).findings).toEqual([]);
    await after.close();
    await database.remove();
  });
});
