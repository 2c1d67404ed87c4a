import { type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine.ts';

/** Waiting mail is looked for all the time, among all mail of a month: only waiting mail is in the index. */
export const indexWaitingMail: EngineMigration = () => ({
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('mail_nextAttemptAt_idx').execute();
    await sql`
      create index "mail_waiting_idx" on "mail" ("nextAttemptAt") where "sentAt" is null and "failedAt" is null
    `.execute(db);
  },
});
