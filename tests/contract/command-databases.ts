import { randomUUID } from 'node:crypto';
import { invitationMailOf } from '../../src/server/invitations/invitation-mail.ts';
import type { CommandStore } from '../../src/server/journal/store.ts';
import { createCommandStore } from '../../src/server/storage/command-store.ts';
import type { Engine, Storage } from '../../src/server/storage/engine.ts';
import { giveCredits, readBalance } from '../../src/server/storage/ledger.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import { createMemoryDatabase } from '../simulation/memory-store.ts';
import { openTestStorage } from '../support/database.ts';

/** The secret that addresses are hashed with. */
const SECRET = 'a secret of the tests';

export interface CommandDatabase {
  readonly store: CommandStore;
  /** Absent for the simulator's store, which has no SQL tables. */
  readonly storage?: Storage;
  /** Adds a user with the confirmed address `ID@example.org`. */
  addUser(credits: number): Promise<string>;
  setConfirmed(userId: string, isConfirmed: boolean): Promise<void>;
  balanceOf(userId: string): Promise<number>;
  /** The invitation mails to this address. */
  invitationsTo(email: string): Promise<readonly { event: string; inviter: string; key: string }[]>;
  close(): Promise<void>;
}

async function openEngine(engine: Engine): Promise<CommandDatabase> {
  const storage = await openTestStorage(engine);
  async function setConfirmed(userId: string, isConfirmed: boolean): Promise<void> {
    const emailVerified = engine === 'sqlite' ? Number(isConfirmed) : isConfirmed;
    await storage.db.updateTable('user').set({ emailVerified }).where('id', '=', userId).execute();
  }
  return {
    storage,
    store: createCommandStore(storage, {
      invitations: invitationMailOf({ publicUrl: 'https://timing.example.org', secret: SECRET }),
      onMailQueued: () => {},
    }),
    async addUser(credits) {
      const id = randomUUID();
      const user = { id, name: '', email: `${id}@example.org`, passwordHash: '', accountId: id, now: 1 };
      await insertUser(storage.db, user);
      await setConfirmed(id, true);
      if (credits > 0) {
        const gift = { userId: id, kind: 'grant', cause: `gift:${id}`, amount: credits, now: 1 } as const;
        await storage.db.transaction().execute((trx) => giveCredits(trx, gift));
      }
      return id;
    },
    setConfirmed,
    balanceOf: (userId) => readBalance(storage.db, userId),
    async invitationsTo(email) {
      const mails = await storage.db.selectFrom('mail').selectAll().where('to', '=', email).execute();
      return mails.map(({ subject, text }) => ({
        event: subject.replace(/^.*: /, ''),
        inviter: /^(.*) invites you/m.exec(text)?.[1] ?? '',
        key: /^https:\/\/timing\.example\.org\/timer\?eventId=[0-9a-f-]+&guestAdminKey=(\w+)$/m.exec(text)?.[1] ?? '',
      }));
    },
    close: () => storage.close(),
  };
}

async function openMemory(): Promise<CommandDatabase> {
  const database = createMemoryDatabase();
  return {
    store: database.store,
    async addUser(credits) {
      const id = randomUUID();
      database.addAccount({ userId: id, email: `${id}@example.org`, isConfirmed: true });
      if (credits > 0) database.give(id, credits, `gift:${id}`);
      return id;
    },
    setConfirmed: async (userId, isConfirmed) =>
      database.addAccount({ userId, email: `${userId}@example.org`, isConfirmed }),
    balanceOf: async (userId) => database.balanceOf(userId),
    invitationsTo: async (to) =>
      [...database.tables.invitations.values()]
        .filter(({ email, isWithdrawn }) => email === to && isWithdrawn !== true)
        .map(({ eventName, inviterName, adminKey }) => ({ event: eventName, inviter: inviterName, key: adminKey })),
    close: async () => {},
  };
}

/** Every store that command handling may run over, the simulator's among them. */
export const commandDatabases: Readonly<Record<string, () => Promise<CommandDatabase>>> = {
  sqlite: () => openEngine('sqlite'),
  postgres: () => openEngine('postgres'),
  memory: openMemory,
};
