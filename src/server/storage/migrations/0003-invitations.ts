import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Times of invitations by mail, for as long as they count against the limit. The recipient is not stored. */
export const createInvitations: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('invitations')
      .addColumn('id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('eventId', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('createdAt', 'bigint', required)
      .execute();
    await db.schema
      .createIndex('invitations_eventId_idx')
      .on('invitations')
      .columns(['eventId', 'createdAt'] as never)
      .execute();
    await db.schema
      .createIndex('invitations_userId_idx')
      .on('invitations')
      .columns(['userId', 'createdAt'] as never)
      .execute();
  },
});

const required = (column: ColumnDefinitionBuilder) => column.notNull();
