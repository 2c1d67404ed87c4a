import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine, EngineMigration } from '../engine.ts';
import { ledgerRules } from './0004-ledger-rules.ts';

const kinds = ['welcome', 'grant', 'purchase', 'event', 'racer', 'refund', 'adjustment'];

/**
 * Transfers are numbered for each person and say the balance after them, and the database keeps the rules of the ledger
 * itself. The house's side has no balance of its own any more: a reader sums it up, and no transaction ever waits for a
 * row that all transfers share.
 */
export const enforceLedger: EngineMigration = (engine) => ({
  async up(db: Kysely<unknown>) {
    await createHouseAccounts(db);
    await sql`create table "creditTransfersBefore" as select * from "creditTransfers"`.execute(db);
    await explainBalances(db);
    await sql`drop table "creditTransfers"`.execute(db);
    await createTransfers(db, engine);
    await carryOver(db, engine);
    await sql`drop table "creditTransfersBefore"`.execute(db);
    await sql`update "creditAccounts" set "balance" = 0 where "kind" = 'house'`.execute(db);
    for (const rule of ledgerRules[engine]) await sql.raw(rule).execute(db);
  },
});

/** House accounts are all made here: one made with its first transfer would be a row to wait for. */
async function createHouseAccounts(db: Kysely<unknown>): Promise<void> {
  for (const kind of kinds) {
    await sql`
      insert into "creditAccounts" ("id", "kind", "userId", "balance", "createdAt")
      values (${`house:${kind}`}, 'house', null, 0, ${Date.now()}) on conflict do nothing`.execute(db);
  }
}

/** A balance that was changed by hand gets an adjustment: no account has more or less than before. */
async function explainBalances(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into "creditTransfersBefore" ("id", "cause", "kind", "fromAccount", "toAccount", "amount", "createdAt")
    select 'carried-over:' || "id", 'carried-over:' || "id", 'adjustment',
      case when "unexplained" > 0 then 'house:adjustment' else "id" end,
      case when "unexplained" > 0 then "id" else 'house:adjustment' end,
      abs("unexplained"), "createdAt"
    from (
      select "id", "createdAt", "balance" - coalesce((
        select sum(case when "toAccount" = "creditAccounts"."id" then "amount" else -"amount" end)
        from "creditTransfersBefore" where "creditAccounts"."id" in ("fromAccount", "toAccount")
      ), 0) as "unexplained"
      from "creditAccounts" where "kind" = 'user'
    ) as "accounts"
    where "unexplained" <> 0`.execute(db);
}

async function createTransfers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // SQLite would store half a credit.
  const isWhole = engine === 'sqlite' ? sql`typeof("amount") = 'integer' and "amount" > 0` : sql`"amount" > 0`;
  await db.schema
    .createTable('creditTransfers')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('cause', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subjectId', 'text')
    .addColumn('account', 'text', (column) => column.notNull().references('creditAccounts.id'))
    .addColumn('number', 'bigint', (column) => column.notNull().check(sql`"number" > 0`))
    .addColumn('fromAccount', 'text', (column) => column.notNull().references('creditAccounts.id'))
    .addColumn('toAccount', 'text', (column) => column.notNull().references('creditAccounts.id'))
    .addColumn('amount', 'bigint', (column) => column.notNull().check(isWhole))
    .addColumn('balanceAfter', 'bigint', (column) => column.notNull().check(sql`"balanceAfter" >= 0`))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('creditTransfers_number_once', ['account', 'number'] as never)
    .execute();
}

/**
 * Transfers are numbered by their time. A charge may carry an earlier time than the gift that it was paid with, for
 * which it had waited: an account that this would take below zero gets what it received numbered first. A transfer that
 * is not between one person and the house has no account to be numbered in, and stops the migration; none was ever
 * made.
 */
async function carryOver(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`
    insert into "creditTransfers"
      ("id", "cause", "kind", "subjectId", "account", "number", "fromAccount", "toAccount", "amount", "balanceAfter", "createdAt")
    with "lines" as (
      select "before".*,
        case when "giver"."kind" = "taker"."kind" then null when "giver"."kind" = 'user' then "fromAccount"
          else "toAccount" end as "account",
        case when "giver"."kind" = 'user' then -"amount" else "amount" end as "change"
      from "creditTransfersBefore" as "before"
      join "creditAccounts" as "giver" on "giver"."id" = "fromAccount"
      join "creditAccounts" as "taker" on "taker"."id" = "toAccount"
    ), "timed" as (
      select "lines".*, sum("change") over (partition by "account" order by "createdAt", "change" desc, "id") as "balance"
      from "lines"
    ), "ranked" as (
      select "timed".*,
        case when "change" < 0 and min("balance") over (partition by "account") < 0 then 1 else 0 end as "rank"
      from "timed"
    )
    select "id", "cause", "kind", ${subjectId(engine)}, "account", row_number() over "inOrder", "fromAccount",
      "toAccount", "amount", sum("change") over "inOrder", "createdAt"
    from "ranked"
    window "inOrder" as (partition by "account" order by "rank", "createdAt", "change" desc, "id")`.execute(db);
}

/** Some causes name the event or racer; the others a command, whose receipt does. */
function subjectId(engine: Engine): RawBuilder<unknown> {
  const outcome = engine === 'sqlite' ? sql`"outcome"` : sql`"outcome"::json`;
  return sql`case
    when "cause" like 'event-waited:%' or "cause" like 'racer-waited:%' then substr("cause", 14)
    when "cause" like 'event:%' or "cause" like 'racer:%' then (
      select coalesce(${outcome} ->> 'eventId', ${outcome} ->> 'racerId')
      from "receipts" where "commandId" = substr("cause", 7)
    ) end`;
}
