import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Addresses that invitations go to, and that refuse them: keyed hashes, from which no address can be read. */
export const rememberInvitedAddresses: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('invitationMails')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('eventId', 'text', required)
      .addColumn('recipient', 'text', required)
      .addColumn('mailId', 'text')
      .addColumn('createdAt', 'bigint', required)
      .execute();
    await createIndex(db, 'recipient');
    await createIndex(db, 'createdAt');
    await db.schema
      .createTable('closedMailboxes')
      .addColumn('recipient', 'text', (column) => column.notNull().primaryKey())
      .addColumn('createdAt', 'bigint', required)
      .execute();
    await db.schema.alterTable('mail').addColumn('unsubscribe', 'text').execute();
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();

async function createIndex(db: Kysely<unknown>, column: string): Promise<void> {
  await db.schema
    .createIndex(`invitationMails_${column}_idx`)
    .on('invitationMails')
    .columns([column] as never)
    .execute();
}
