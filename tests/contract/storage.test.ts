import { type Kysely, sql } from 'kysely';
import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuth } from '../../src/server/accounts/auth.ts';
import { createContext, withContexts } from '../../src/server/accounts/contexts.ts';
import { scryptPasswords } from '../../src/server/accounts/passwords.ts';
import { systemClock } from '../../src/server/clock.ts';
import { findPassword } from '../../src/server/storage/credentials.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import {
  claimDueMail,
  listMailTo,
  markMailFailed,
  markMailSent,
  postponeMail,
  queueMail,
} from '../../src/server/storage/mail.ts';
import { migrations } from '../../src/server/storage/migrate.ts';
import { deleteFinishedMail } from '../../src/server/storage/retention.ts';
import { findProfile, insertProfile, setAccepted } from '../../src/server/storage/profiles.ts';
import { runMigrations } from '../../src/server/storage/run-migrations.ts';
import { ensureShareGroup } from '../../src/server/storage/share-groups.ts';
import { findUserByEmail, insertUser, listAccounts } from '../../src/server/storage/users.ts';
import { engines, openTestStorage, quiet } from '../support/database.ts';

/** The contract of every engine. */
describe.each(engines)('storage on %s', (engine) => {
  let storage: Storage;
  let next = 0;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  async function addUser(name = 'Ada'): Promise<{ id: string; email: string }> {
    next += 1;
    const user = { id: `user-${next}`, email: `user-${next}@example.org` };
    const stored = { ...user, name, passwordHash: 'hash', accountId: `account-${next}`, now: 1_700_000_000_000 };
    expect(await insertUser(storage.db, stored)).toBe(true);
    return user;
  }

  test('migrating again changes nothing', async () => {
    const db = storage.db as Kysely<unknown>;
    expect(await runMigrations({ db, engine, log: quiet, migrations, lockMs: 1000, lockTries: 1 })).toEqual({
      isNew: false,
    });
    expect(await listAccounts(storage.db)).toEqual([]);
  });

  const createTestAuth = () =>
    createAuth({
      storage,
      clock: systemClock,
      log: quiet,
      secret: 's'.repeat(40),
      publicUrl: 'http://localhost',
      passwords: scryptPasswords,
      onMailQueued: () => {},
      onGuestLinked: async () => {},
    });

  test('the tables are those that better-auth expects', async () => {
    const missing = await getMigrations(createTestAuth().options);
    expect(missing.toBeCreated).toEqual([]);
    expect(missing.toBeAdded).toEqual([]);
    expect(missing.toBeAddedIndexes).toEqual([]);
    expect(missing.schemaProblems).toEqual([]);
  });

  test("a call of better-auth leaves no storage on, with which Node would follow every tap's promises", async () => {
    const followed = () => Object.getOwnPropertySymbols(Promise.resolve()).length;
    const context = createContext<number>();
    expect(followed()).toBe(0);
    await withContexts(() =>
      context.run(1, async () => {
        await createTestAuth().api.getSession({ headers: new Headers() });
        expect(context.getStore(), 'a call within does not end the one around it').toBe(1);
      }),
    );
    expect(followed()).toBe(0);
  });

  test('a commit is on disk before it is answered (SQLite: see durable-commits.test.ts)', async () => {
    if (engine === 'sqlite') {
      const read = async (pragma: string) =>
        Object.values((await sql.raw(pragma).execute(storage.db)).rows[0] as object)[0];
      expect(await read('PRAGMA journal_mode')).toBe('wal');
      expect(await read('PRAGMA synchronous'), 'the log is synced before a checkpoint').toBe(1);
      expect(await read('PRAGMA foreign_keys')).toBe(1);
    } else {
      const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(storage.db);
      expect(rows[0]?.synchronous_commit).toBe('on');
    }
  });

  test('a user is read as it was stored, in every script', async () => {
    const name = '😀 ‏שלום‎ Zoë "quoted" \\ \n 張';
    const user = await addUser(name);
    expect(await findUserByEmail(storage.db, user.email)).toEqual({
      ...user,
      name,
      emailVerified: false,
      isAnonymous: false,
      createdAt: '2023-11-14T22:13:20.000Z',
    });
    expect(await findPassword(storage.db, { userId: user.id })).toEqual({ userId: user.id, hash: 'hash' });
    expect(await findPassword(storage.db, { email: user.email })).toEqual({ userId: user.id, hash: 'hash' });
  });

  test('a taken email is refused and stores nothing', async () => {
    const user = await addUser();
    const again = { ...user, id: 'other', name: 'Eve', passwordHash: 'h', accountId: 'other-account', now: 1 };
    expect(await insertUser(storage.db, again)).toBe(false);
    expect(await findPassword(storage.db, { userId: 'other' })).toBeUndefined();
  });

  test('a profile can be accepted and suspended', async () => {
    const { id } = await addUser();
    await insertProfile(storage.db, {
      userId: id,
      username: 'ada',
      accepted: false,
      origin: 'here',
      createdAt: 5,
      language: null,
    });
    expect(await setAccepted(storage.db, id, true)).toBe(true);
    expect(await findProfile(storage.db, id)).toEqual({
      userId: id,
      username: 'ada',
      accepted: true,
      origin: 'here',
      createdAt: 5,
      language: null,
    });
    expect(await setAccepted(storage.db, 'nobody', true)).toBe(false);
  });

  test('an absent share group is made when it is read, once', async () => {
    const { id } = await addUser();
    const [first, second] = await Promise.all([1, 2].map((now) => ensureShareGroup(storage.db, id, now)));
    expect(first).toEqual(second);
    expect(first).toMatchObject({ id, ownerId: id, name: 'public' });
  });

  test('a transaction that fails leaves nothing, also with other writers beside it', async () => {
    const before = (await listAccounts(storage.db)).length;
    const failing = storage.db.transaction().execute(async (trx) => {
      await insertUser(trx, { id: 'x', name: '', email: 'x@example.org', passwordHash: '', accountId: 'x', now: 1 });
      throw new Error('stop');
    });
    const [beside, failed] = await Promise.allSettled([addUser(), failing]);
    expect(beside.status).toBe('fulfilled');
    expect(failed.status).toBe('rejected');
    expect((await listAccounts(storage.db)).length).toBe(before + 1);
  });

  describe('mail outbox', () => {
    const mail = { to: 'ada@example.org', subject: 'Hello', text: 'A secret link' };
    const claim = (now: number) => claimDueMail(storage.db, now, now + 100);

    test('a mail is claimed by one node only, and again when its lease has run out', async () => {
      await queueMail(storage.db, mail, 1000);
      const claims = await Promise.all([claim(1000), claim(1000), claim(1000)]);
      const taken = claims.filter((claimed) => claimed !== undefined);
      expect(taken).toHaveLength(1);
      expect(taken[0]).toMatchObject({ ...mail, createdAt: 1000, attempts: 1 });
      expect(await claim(1099)).toBeUndefined();
      expect(await claim(1100)).toMatchObject({ id: taken[0]!.id, attempts: 2 });
      await markMailSent(storage.db, taken[0]!.id, 1101);
      expect(await claim(9999)).toBeUndefined();
    });

    test('the text of a mail is deleted once it is sent or given up', async () => {
      await queueMail(storage.db, mail, 20_000);
      const first = await claim(20_000);
      await postponeMail(storage.db, first!.id, 'busy', 21_000);
      expect(await claim(20_999)).toBeUndefined();
      const second = await claim(21_000);
      expect(second?.text).toBe(mail.text);
      await markMailFailed(storage.db, second!.id, 'no such mailbox', 21_001);
      expect(await claim(99_999)).toBeUndefined();
      const texts = await storage.db.selectFrom('mail').select('text').execute();
      expect(texts.every(({ text }) => text === '')).toBe(true);
      expect(await listMailTo(storage.db, mail.to)).toHaveLength(2);
    });

    test('finished mails are deleted after their period, waiting ones never', async () => {
      await queueMail(storage.db, { ...mail, to: 'waiting@example.org' }, 30_000);
      await deleteFinishedMail(storage.db, 21_001);
      expect(await listMailTo(storage.db, mail.to), 'the one sent at 1101 is gone').toHaveLength(1);
      await deleteFinishedMail(storage.db, 21_002);
      expect(await listMailTo(storage.db, mail.to)).toEqual([]);
      expect(await listMailTo(storage.db, 'waiting@example.org')).toHaveLength(1);
    });
  });
});
