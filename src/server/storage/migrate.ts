import { type Kysely, type Migration, Migrator } from 'kysely';
import type { Engine } from './database.ts';
import { createAccounts } from './migrations/0001-accounts.ts';
import { createEvents } from './migrations/0002-events.ts';
import { createInvitations } from './migrations/0003-invitations.ts';
import type { Schema } from './schema.ts';

/** A migration as both engines run it. Released migrations are never edited: add the next one. */
export type EngineMigration = (engine: Engine) => Migration;

const migrations: Readonly<Record<string, EngineMigration>> = {
  '0001-accounts': createAccounts,
  '0002-events': createEvents,
  '0003-invitations': createInvitations,
};

export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, create]) => [name, create(engine)])),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
