import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../src/server/storage/engine.ts';
import { auditLedger, joinAudits } from '../../src/server/storage/ledger-audit.ts';
import { takeCredits } from '../../src/server/storage/ledger.ts';
import { ledgerRules } from '../../src/server/storage/migrations/0004-ledger-rules.ts';
import { engines, openTestStorage } from '../support/database.ts';
import { addHolder, type Holder } from './ledger-people.ts';

describe.each(engines)('the audit on %s', (engine) => {
  let storage: Storage;
  let ada: Holder;
  let bea: Holder;
  beforeEach(async () => {
    storage = await openTestStorage(engine);
    [ada, bea] = [await addHolder(storage.db, 100), await addHolder(storage.db, 50)];
    for (const [index, amount] of [20, 3].entries()) {
      const charge = { userId: ada.userId, kind: 'event', cause: `event:${index}`, amount, now: 2 } as const;
      await storage.db.transaction().execute((trx) => takeCredits(trx, charge));
    }
  });
  afterEach(() => storage.close());

  test('[L9] counts everything, and reports nothing where nothing is wrong', async () => {
    expect(await auditLedger(storage.db)).toEqual({
      counts: { accounts: 2, transfers: 4, 'credits held': 127, 'sum of all accounts': 0 },
      findings: [],
    });
  });

  test('the findings of several audits are reported together', () => {
    const one = { counts: { accounts: 1 }, findings: ['a'] };
    const other = { counts: { payments: 2 }, findings: ['b'] };
    expect(joinAudits(one, other)).toEqual({ counts: { accounts: 1, payments: 2 }, findings: ['a', 'b'] });
  });

  /** The owner of the database can always drop its rules. */
  async function dropRules(): Promise<void> {
    for (const rule of ledgerRules[engine]) {
      const [, name] = /^create trigger "(\w+)"/.exec(rule) ?? [];
      if (name === undefined) continue;
      const table = name.split('_')[0]!;
      await sql`drop trigger ${sql.id(name)} ${engine === 'postgres' ? sql`on ${sql.table(table)}` : sql``}`.execute(
        storage.db,
      );
    }
  }

  test.each<[string, () => RawBuilder<unknown>[], RegExp[]]>([
    [
      'a balance that was raised',
      () => [sql`update "creditAccounts" set "balance" = 1000 where "id" = ${ada.account}`],
      [/together have 923 credits/, /has 1000 credits, its transfers make 77, the last one says 77/],
    ],
    [
      'a balance at the house',
      () => [sql`update "creditAccounts" set "balance" = -5 where "id" = 'house:grant'`],
      [/Account house:grant has -5 credits/],
    ],
    [
      'a transfer that was changed',
      () => [sql`update "creditTransfers" set "amount" = 10 where "cause" = 'event:0'`],
      [/together have -10 credits/, /transfers make 87/, /\(number 2 of .*\) does not go on/],
    ],
    [
      'a transfer that was deleted',
      () => [sql`delete from "creditTransfers" where "cause" = 'event:0'`],
      [/together/, /transfers make 97/, /\(number 3 of .*\) does not go on/],
    ],
    [
      'a transfer that became somebody else’s',
      () => [sql`update "creditTransfers" set "toAccount" = ${bea.account} where "cause" = 'event:1'`],
      [/is not between one person and the house/],
    ],
    [
      'a cause that counted twice',
      () => [
        engine === 'postgres'
          ? sql`alter table "creditTransfers" drop constraint "creditTransfers_cause_key"`
          : sql`create table "copy" as select * from "creditTransfers"`,
        ...(engine === 'postgres'
          ? []
          : [sql`drop table "creditTransfers"`, sql`alter table "copy" rename to "creditTransfers"`]),
        sql`insert into "creditTransfers" ("id", "cause", "kind", "account", "number", "fromAccount", "toAccount", "amount", "balanceAfter", "createdAt")
          values ('again', 'event:1', 'event', ${ada.account}, 4, ${ada.account}, 'house:event', 3, 74, 3)`,
        sql`update "creditAccounts" set "balance" = 74 where "id" = ${ada.account}`,
      ],
      [/^The cause event:1 moved credits 2 times$/],
    ],
  ])('finds %s', async (_what, statements, findings) => {
    await dropRules();
    for (const statement of statements()) await statement.execute(storage.db);
    const { findings: found } = await auditLedger(storage.db);
    expect(found).toHaveLength(findings.length);
    for (const [index, finding] of findings.entries()) expect(found[index]).toMatch(finding);
  });
});
