import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Followers of events, what they were told, and the outbox of their messages. All go with their event. */
export const createFollowers: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('followedEvents')
      .addColumn('eventId', 'text', (column) => ofEvent(column).primaryKey())
      .addColumn('seq', 'bigint', required)
      .addColumn('activeAt', 'bigint', required)
      .execute();
    await db.schema
      .createTable('followedRacers')
      .addColumn('eventId', 'text', ofEvent)
      .addColumn('racerId', 'text', required)
      .addColumn('told', 'text', required)
      .addPrimaryKeyConstraint('followedRacers_pkey', ['eventId', 'racerId'] as never)
      .execute();
    await createFollowerTable(db);
    await db.schema
      .createTable('followerMessages')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('followerId', 'text', (column) => column.notNull().references('followers.id').onDelete('cascade'))
      .addColumn('title', 'text', required)
      .addColumn('body', 'text', required)
      .addColumn('createdAt', 'bigint', required)
      .addColumn('expiresAt', 'bigint', required)
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('nextAttemptAt', 'bigint', required)
      .addColumn('doneAt', 'bigint')
      .execute();
    await sql`create index "followerMessages_followerId_idx" on "followerMessages" ("followerId")`.execute(db);
    await sql`create index "followerMessages_due_idx" on "followerMessages" ("nextAttemptAt") where "doneAt" is null`.execute(
      db,
    );
  },
});

async function createFollowerTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('followers')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('eventId', 'text', ofEvent)
    .addColumn('racerId', 'text', required)
    .addColumn('channel', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('p256dh', 'text')
    .addColumn('auth', 'text')
    .addColumn('recipient', 'text')
    .addColumn('viewerKey', 'text', required)
    .addColumn('confirmedAt', 'bigint')
    .addColumn('createdAt', 'bigint', required)
    .addColumn('messages', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create unique index "followers_once_idx" on "followers" ("eventId", "racerId", "channel", "target")`.execute(
    db,
  );
  await sql`create index "followers_target_idx" on "followers" ("target")`.execute(db);
  await sql`create index "followers_recipient_idx" on "followers" ("recipient") where "recipient" is not null`.execute(
    db,
  );
}

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const ofEvent = (column: ColumnDefinitionBuilder) => column.notNull().references('events.id').onDelete('cascade');
