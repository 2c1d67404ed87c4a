import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listTransfers } from '../../src/server/storage/credit-history.ts';
import type { Database, Storage } from '../../src/server/storage/engine.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { auditLedger } from '../../src/server/storage/ledger-audit.ts';
import {
  giveCredits,
  giveToAccount,
  readBalance,
  takeCredits,
  takeUpToFromAccount,
} from '../../src/server/storage/ledger.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { deleteUser, findUserByEmail } from '../../src/server/storage/users.ts';
import { createTestDatabase, engines, quiet, type TestDatabase } from '../support/database.ts';
import { addHolder, type Holder } from './ledger-people.ts';

const now = 1_800_000_000_000;

describe.each(engines)('the ledger on %s', (engine) => {
  let database: TestDatabase;
  let nodes: Storage[];
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    // One process has one connection to SQLite; on PostgreSQL these are two servers with ten connections each.
    nodes = [await openStorage(database, quiet)];
    if (engine === 'postgres') nodes.push(await openStorage(database, quiet));
    db = nodes[0]!.db;
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await database.remove();
  });

  const within = <Value>(work: (trx: Transaction<Schema>) => Promise<Value>, node = 0): Promise<Value> =>
    nodes[node % nodes.length]!.db.transaction().execute(work);
  const give = ({ userId }: Holder, amount: number, cause: string = randomUUID(), node = 0) =>
    within((trx) => giveCredits(trx, { userId, kind: 'grant', cause, amount, now }), node);
  const take = ({ userId }: Holder, amount: number, cause: string = randomUUID(), node = 0) =>
    within((trx) => takeCredits(trx, { userId, kind: 'event', cause, subjectId: 'e1', amount, now }), node);
  const takeBack = ({ account }: Holder, amount: number, cause: string = randomUUID(), node = 0) =>
    within((trx) => takeUpToFromAccount(trx, { account, kind: 'refund', cause, amount, now }), node);
  const linesOf = async ({ userId }: Holder) =>
    (await listTransfers(db, userId)).map(({ number, amount, balance }) => [number, amount, balance]);

  test('[L2] transfers are numbered, and hold the balance after them', async () => {
    const holder = await addHolder(db);
    expect(await give(holder, 40, `first:${holder.userId}`)).toBe(true);
    expect(await take(holder, 15)).toBe(true);
    expect(await take(holder, 25)).toBe(true);
    expect(await linesOf(holder)).toEqual([
      [1, 40, 40],
      [2, -15, 25],
      [3, -25, 0],
    ]);
    expect(await listTransfers(db, holder.userId)).toMatchObject([
      { kind: 'grant', subjectId: null, cause: `first:${holder.userId}`, createdAt: now },
      { kind: 'event', subjectId: 'e1' },
      {},
    ]);
    expect(await readBalance(db, holder.userId)).toBe(0);
  });

  test('an absent balance reads as 0, and a person without an account can pay nothing', async () => {
    expect(await readBalance(db, 'nobody')).toBe(0);
    expect(await take({ userId: 'nobody', email: '', account: '' }, 1)).toBe(false);
    await expect(takeBack({ userId: '', email: '', account: 'none' }, 1)).rejects.toThrow('no credit account');
  });

  test.each([0, -1, 0.5, Number.NaN, 2 ** 53])('%d credits cannot be moved', async (amount) => {
    const holder = await addHolder(db, 10);
    await expect(give(holder, amount)).rejects.toThrow(RangeError);
    expect(await readBalance(db, holder.userId)).toBe(10);
  });

  test('[L3] the same cause moves credits once, also from many connections at once', async () => {
    const holder = await addHolder(db);
    const cause = `purchase:${holder.userId}`;
    const moved = await Promise.all(Array.from({ length: 40 }, (_, index) => give(holder, 150, cause, index)));
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await linesOf(holder)).toEqual([[1, 150, 150]]);
  });

  test('[L3] a repeated charge succeeds, whatever the balance is now', async () => {
    const holder = await addHolder(db, 20);
    expect(await take(holder, 20, `event:${holder.userId}`)).toBe(true);
    expect(await take(holder, 20, `event:${holder.userId}`)).toBe(true);
    expect(await takeBack(holder, 5)).toBe(0);
    expect(await linesOf(holder)).toHaveLength(2);
  });

  test('[L4] of 100 charges at once for the last 20 credits exactly one succeeds', async () => {
    const holder = await addHolder(db, 20);
    const paid = await Promise.all(Array.from({ length: 100 }, (_, index) => take(holder, 20, undefined, index)));
    expect(paid.filter(Boolean)).toHaveLength(1);
    expect(await linesOf(holder)).toEqual([
      [1, 20, 20],
      [2, -20, 0],
    ]);
  });

  test('[L4] a charge that is not covered stores nothing, and its transaction continues', async () => {
    const holder = await addHolder(db, 10);
    const outcome = await within(async (trx) => {
      const charge = { userId: holder.userId, kind: 'event', subjectId: null, now } as const;
      const first = await takeCredits(trx, { ...charge, cause: `a:${holder.userId}`, amount: 11 });
      const second = await takeCredits(trx, { ...charge, cause: `b:${holder.userId}`, amount: 10 });
      return [first, second];
    });
    expect(outcome).toEqual([false, true]);
    expect(await linesOf(holder)).toEqual([
      [1, 10, 10],
      [2, -10, 0],
    ]);
  });

  test('[L5] a refund takes back what is left, once for a cause', async () => {
    const holder = await addHolder(db, 30);
    expect(await takeBack(holder, 20, `refund:${holder.userId}:1`)).toBe(20);
    expect(await takeBack(holder, 20, `refund:${holder.userId}:1`)).toBe(20);
    expect(await takeBack(holder, 20, `refund:${holder.userId}:2`)).toBe(10);
    expect(await takeBack(holder, 20, `refund:${holder.userId}:3`)).toBe(0);
    expect(await takeBack(holder, 0)).toBe(0);
    expect(await linesOf(holder)).toEqual([
      [1, 30, 30],
      [2, -20, 10],
      [3, -10, 0],
    ]);
  });

  test('[L6] purchases, refunds and charges at once wait for each other, and none of them fails', async () => {
    const holders = await Promise.all([addHolder(db), addHolder(db, 30), addHolder(db, 5)]);
    const moves = holders.flatMap((holder) =>
      Array.from({ length: 15 }, (_, node) => [
        give(holder, 50, undefined, node),
        take(holder, 20, undefined, node + 1),
        takeBack(holder, 70, undefined, node),
      ]).flat(),
    );
    const settled = await Promise.allSettled(moves);
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect((await auditLedger(db)).findings).toEqual([]);
  });

  test('[L7] deleting a user keeps the ledger, clears its link to the person, and owed credits can still be given', async () => {
    const holder = await addHolder(db, 30);
    await within((trx) => deleteUser(trx, holder.userId));
    expect(await findUserByEmail(db, holder.email)).toBeUndefined();
    const { account } = holder;
    await within((trx) => giveToAccount(trx, { account, kind: 'purchase', cause: `late:${account}`, amount: 9, now }));
    const own = await db.selectFrom('creditAccounts').selectAll().where('id', '=', account).execute();
    expect(own).toMatchObject([{ userId: null, balance: 39 }]);
    const transfers = await db.selectFrom('creditTransfers').selectAll().where('account', '=', account).execute();
    expect(transfers).toHaveLength(2);
    expect(JSON.stringify([own, transfers])).not.toContain(holder.email);
  });

  describe('[L1] the database itself', () => {
    let holder: Holder;
    let other: Holder;
    beforeAll(async () => {
      holder = await addHolder(db, 30);
      other = await addHolder(db, 30);
    });

    /** The next transfer of the holder, as the code would store it. */
    const nextRow = async (): Promise<Record<string, unknown>> => {
      const number = (await linesOf(holder)).length + 1;
      const balance = await readBalance(db, holder.userId);
      const { account } = holder;
      const sides = { account, fromAccount: account, toAccount: 'house:event' };
      const amounts = { number, amount: 5, balanceAfter: balance - 5 };
      return {
        id: randomUUID(),
        cause: randomUUID(),
        kind: 'event',
        subjectId: null,
        ...sides,
        ...amounts,
        createdAt: 1,
      };
    };
    const insert = async (over: Record<string, unknown>, word = 'insert') => {
      const row = { ...(await nextRow()), ...over };
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
      await sql`${sql.raw(word)} into ${sql.table('creditTransfers')} (${columns}) values (${sql.join(Object.values(row))})`.execute(
        db,
      );
    };
    const everything = async () => [
      await db.selectFrom('creditTransfers').selectAll().orderBy('id').execute(),
      await db.selectFrom('creditAccounts').selectAll().orderBy('id').execute(),
    ];
    async function expectRefused(attempt: () => Promise<unknown>, message: RegExp): Promise<void> {
      const before = await everything();
      await expect(attempt()).rejects.toThrow(message);
      expect(await everything()).toEqual(before);
    }

    test('accepts a transfer that continues from the last one, and changes the balance with it', async () => {
      const before = await readBalance(db, holder.userId);
      await insert({});
      expect(await readBalance(db, holder.userId)).toBe(before - 5);
    });

    test.each<[string, (db: Kysely<Schema>) => Promise<unknown>]>([
      ['changed', (any) => any.updateTable('creditTransfers').set({ amount: 1 }).execute()],
      ['renamed', (any) => any.updateTable('creditTransfers').set({ cause: 'x' }).where('number', '=', 1).execute()],
      ['deleted', (any) => any.deleteFrom('creditTransfers').execute()],
    ])('refuses that a transfer is %s', (_how, attempt) =>
      expectRefused(() => attempt(db), /the ledger is append-only/),
    );

    // Statements that only one engine has.
    if (engine === 'postgres') {
      test('refuses to be emptied', () =>
        expectRefused(() => sql`truncate "creditTransfers"`.execute(db), /the ledger is append-only/));
    } else {
      test('refuses to replace a transfer by another', async () => {
        const [first] = await listTransfers(db, holder.userId);
        await expectRefused(() => insert({ cause: first!.cause }, 'insert or replace'), /the ledger is append-only/);
        const { account } = holder;
        const replace = sql`insert or replace into "creditAccounts" ("id", "kind", "userId", "balance", "createdAt")
          values (${account}, 'user', null, 0, 1)`;
        await expectRefused(() => replace.execute(db), /a balance is what the transfers of its account make/);
      });

      test('refuses half a credit', async () => {
        const balance = await readBalance(db, holder.userId);
        await expectRefused(() => insert({ amount: 0.5, balanceAfter: balance - 0.5 }), /CHECK/);
      });
    }

    test('refuses a second transfer for the same cause', async () => {
      const [first] = await listTransfers(db, other.userId);
      await expectRefused(() => insert({ cause: first!.cause }), /append-only|unique/);
    });

    const goesOn = /a transfer goes on from the last one/;
    test.each<[string, (last: number, balance: number) => Record<string, unknown>, RegExp]>([
      ['a number that was used', (last) => ({ number: last }), goesOn],
      ['a number that leaves a gap', (last) => ({ number: last + 2 }), goesOn],
      ['a balance that is too high', (_, balance) => ({ balanceAfter: balance }), goesOn],
      ['a balance that is too low', (_, balance) => ({ balanceAfter: balance - 6 }), goesOn],
      ['a charge beyond the balance', (_, balance) => ({ amount: balance + 1, balanceAfter: -1 }), /check/i],
      ['nothing moved', (_, balance) => ({ amount: 0, balanceAfter: balance }), /check/i],
      ['less than nothing moved', (_, balance) => ({ amount: -5, balanceAfter: balance + 5 }), /check/i],
      ['no number', () => ({ number: null }), /null/i],
    ])('refuses a transfer with %s', async (_what, over, message) => {
      const last = (await linesOf(holder)).length;
      const balance = await readBalance(db, holder.userId);
      await expectRefused(() => insert(over(last, balance)), message);
    });

    test.each<[string, (one: string, two: string) => Record<string, unknown>]>([
      ['between two people', (_, two) => ({ toAccount: two })],
      ['between two houses', () => ({ fromAccount: 'house:grant' })],
      ['from somebody to themselves', (one) => ({ toAccount: one })],
      ['in the name of somebody else', (_, two) => ({ account: two })],
      ['in the name of the house', () => ({ account: 'house:event' })],
      ['to nobody', () => ({ toAccount: 'nobody' })],
    ])('refuses a transfer %s', (_what, over) =>
      expectRefused(() => insert(over(holder.account, other.account)), /between one person and the house/),
    );

    const explained = /a balance is what the transfers of its account make/;
    test.each<[string, number, RegExp]>([
      ['more', 1000, explained],
      ['less', 1, explained],
      ['less than nothing', -1, /check/i],
    ])('refuses that a person has %s without a transfer', (_how, balance, message) =>
      expectRefused(
        () => db.updateTable('creditAccounts').set({ balance }).where('id', '=', holder.account).execute(),
        message,
      ),
    );

    test('refuses an account that begins with credits, a house that holds some, and a person who becomes a house', async () => {
      const account = { id: randomUUID(), kind: 'user', userId: null, createdAt: 1 } as const;
      await expectRefused(
        () =>
          db
            .insertInto('creditAccounts')
            .values({ ...account, balance: 7 })
            .execute(),
        explained,
      );
      const house = db.updateTable('creditAccounts').set({ balance: -7 }).where('id', '=', 'house:grant');
      await expectRefused(() => house.execute(), explained);
      const turn = db.updateTable('creditAccounts').set({ kind: 'house' }).where('id', '=', holder.account);
      await expectRefused(() => turn.execute(), /a credit account stays what it is/);
      const vanish = db.deleteFrom('creditAccounts').where('id', '=', holder.account);
      await expectRefused(() => vanish.execute(), /foreign key/i);
    });
  });
});
