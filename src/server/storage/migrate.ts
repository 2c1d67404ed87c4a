import { type Kysely, type Migration, Migrator } from 'kysely';
import type { Engine } from './database.ts';
import { createAccounts } from './migrations/0001-accounts.ts';
import { createEvents } from './migrations/0002-events.ts';
import { createInvitations } from './migrations/0003-invitations.ts';
import { enforceLedger } from './migrations/0004-ledger.ts';
import { createPayments } from './migrations/0005-payments.ts';
import type { Schema } from './schema.ts';

/** A migration as both engines run it. Released migrations are never edited: add the next one. */
export type EngineMigration = (engine: Engine) => Migration;

const migrations: Readonly<Record<string, EngineMigration>> = {
  '0001-accounts': createAccounts,
  '0002-events': createEvents,
  '0003-invitations': createInvitations,
  '0004-ledger': enforceLedger,
  '0005-payments': createPayments,
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
