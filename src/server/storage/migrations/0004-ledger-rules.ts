import type { Engine } from '../engine.ts';

/**
 * Rules that the database enforces for every program: a transfer is never changed or deleted; it has exactly one person
 * and one house, and continues the account's last one; a balance is the sum of its transfers. The balance of a person
 * moves with the transfer, in the same statement.
 */

const appendOnly = 'the ledger is append-only';
const sides = 'a transfer is between one person and the house';
const continues = 'a transfer goes on from the last one of its account';
const explained = 'a balance is what the transfers of its account make';
const fixed = 'a credit account stays what it is';

const last = (account: string): string =>
  `select "balanceAfter" from "creditTransfers" where "account" = ${account} order by "number" desc limit 1`;

const change = `case when new."toAccount" = new."account" then new."amount" else -new."amount" end`;

const hasBothSides = `exists (
  select 1 from "creditAccounts" as "person", "creditAccounts" as "house"
  where "person"."id" = new."account" and "person"."kind" = 'user' and "house"."kind" = 'house' and (
    (new."fromAccount" = "person"."id" and new."toAccount" = "house"."id") or
    (new."toAccount" = "person"."id" and new."fromAccount" = "house"."id")))`;

const breaksOff = `
  new."number" <> coalesce((select max("number") from "creditTransfers" where "account" = new."account"), 0) + 1
  or new."balanceAfter" <> coalesce((${last('new."account"')}), 0) + ${change}`;

const keepBalance = `update "creditAccounts" set "balance" = "balance" + ${change} where "id" = new."account"`;

const isUnexplained = `new."balance" <> case when new."kind" = 'house' then 0 else coalesce((${last('new."id"')}), 0) end`;

const isOther = 'new."id" <> old."id" or new."kind" <> old."kind"';

export const ledgerRules: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    refuseSqlite('creditTransfers_never_change', 'before update on "creditTransfers"', ['true', appendOnly]),
    refuseSqlite('creditTransfers_never_go', 'before delete on "creditTransfers"', ['true', appendOnly]),
    refuseSqlite(
      'creditTransfers_continue',
      'before insert on "creditTransfers"',
      // INSERT OR REPLACE deletes the row that it replaces without asking the rule against deleting.
      ['exists (select 1 from "creditTransfers" where "id" = new."id" or "cause" = new."cause")', appendOnly],
      [`not ${hasBothSides}`, sides],
      [breaksOff, continues],
    ),
    `create trigger "creditTransfers_keep_balance" after insert on "creditTransfers" begin ${keepBalance}; end`,
    refuseSqlite('creditAccounts_begin', 'after insert on "creditAccounts"', [isUnexplained, explained]),
    refuseSqlite('creditAccounts_explained', 'after update of "balance" on "creditAccounts"', [
      isUnexplained,
      explained,
    ]),
    refuseSqlite('creditAccounts_fixed', 'before update of "id", "kind" on "creditAccounts"', [isOther, fixed]),
  ],
  postgres: [
    refusePostgres('refuse_ledger_change', ['true', appendOnly]),
    `create trigger "creditTransfers_never_change" before update or delete or truncate on "creditTransfers"
      for each statement execute function "refuse_ledger_change"()`,
    refusePostgres('continue_ledger', [`not ${hasBothSides}`, sides], [breaksOff, continues]),
    `create trigger "creditTransfers_continue" before insert on "creditTransfers"
      for each row execute function "continue_ledger"()`,
    postgresFunction('keep_balance', `${keepBalance};`),
    `create trigger "creditTransfers_keep_balance" after insert on "creditTransfers"
      for each row execute function "keep_balance"()`,
    refusePostgres('refuse_unexplained_balance', [isUnexplained, explained]),
    `create trigger "creditAccounts_explained" after insert or update of "balance" on "creditAccounts"
      for each row execute function "refuse_unexplained_balance"()`,
    refusePostgres('refuse_other_account', [isOther, fixed]),
    `create trigger "creditAccounts_fixed" before update of "id", "kind" on "creditAccounts"
      for each row execute function "refuse_other_account"()`,
  ],
};

type Refusal = readonly [condition: string, message: string];

function refuseSqlite(name: string, moment: string, ...refusals: readonly Refusal[]): string {
  const checks = refusals.map(([condition, message]) => `select raise(abort, '${message}') where ${condition};`);
  return `create trigger "${name}" ${moment} begin ${checks.join(' ')} end`;
}

function refusePostgres(name: string, ...refusals: readonly Refusal[]): string {
  const checks = refusals.map(
    ([condition, message]) =>
      `if (${condition}) then raise exception '${message}' using errcode = 'integrity_constraint_violation'; end if;`,
  );
  return postgresFunction(name, checks.join(' '));
}

function postgresFunction(name: string, body: string): string {
  return `create function "${name}"() returns trigger language plpgsql as $$ begin ${body} return new; end $$`;
}
