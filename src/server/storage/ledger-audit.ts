import { sql } from 'kysely';
import type { Database } from './engine.ts';

/** Counts by name, and everything that is not as it must be. */
export interface Audit {
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
}

export function joinAudits(...audits: readonly Audit[]): Audit {
  return {
    counts: Object.assign({}, ...audits.map(({ counts }) => counts)) as Audit['counts'],
    findings: audits.flatMap(({ findings }) => findings),
  };
}

/**
 * Recounts the whole ledger, without relying on the rules that are meant to keep it. Hand it a transaction that sees
 * one moment (`repeatable read`).
 */
export async function auditLedger(db: Database): Promise<Audit> {
  const { accounts, held, transfers, house } = await countAll(db);
  const sum = held + house;
  const findings = [
    ...(sum === 0 ? [] : [`All accounts together have ${sum} credits, not 0`]),
    ...(await findUnbalanced(db)),
    ...(await findBrokenChains(db)),
    ...(await findOneSided(db)),
    ...(await findDoubleCauses(db)),
  ];
  return { counts: { accounts, transfers, 'credits held': held, 'sum of all accounts': sum }, findings };
}

async function countAll(db: Database) {
  const { rows } = await sql<Record<'accounts' | 'held' | 'transfers' | 'house', number | string>>`
    select
      (select count(*) from "creditAccounts" where "kind" = 'user') as "accounts",
      (select coalesce(sum("balance"), 0) from "creditAccounts" where "kind" = 'user') as "held",
      (select count(*) from "creditTransfers") as "transfers",
      (select coalesce(sum("amount"), 0) from "creditTransfers" where "toAccount" <> "account")
        - (select coalesce(sum("amount"), 0) from "creditTransfers" where "fromAccount" <> "account") as "house"`.execute(
    db,
  );
  const { accounts, held, transfers, house } = rows[0]!;
  return { accounts: Number(accounts), held: Number(held), transfers: Number(transfers), house: Number(house) };
}

async function findUnbalanced(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; balance: number; moved: number | string; stated: number }>`
    select * from (
      select "id", "kind", "balance",
        coalesce((
          select sum(case when "toAccount" = "account" then "amount" else -"amount" end)
          from "creditTransfers" where "account" = "creditAccounts"."id"
        ), 0) as "moved",
        coalesce((
          select "balanceAfter" from "creditTransfers" where "account" = "creditAccounts"."id"
          order by "number" desc limit 1
        ), 0) as "stated"
      from "creditAccounts"
    ) as "accounts"
    where "balance" <> "moved" or "balance" <> "stated" or "balance" < 0
    order by "id"`.execute(db);
  return rows.map(
    ({ id, balance, moved, stated }) =>
      `Account ${id} has ${balance} credits, its transfers make ${Number(moved)}, the last one says ${stated}`,
  );
}

async function findBrokenChains(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; account: string; number: number }>`
    select "id", "account", "number" from (
      select "id", "account", "number", "balanceAfter",
        case when "toAccount" = "account" then "amount" else -"amount" end as "change",
        lag("balanceAfter", 1) over "inOrder" as "balanceBefore",
        row_number() over "inOrder" as "place"
      from "creditTransfers"
      window "inOrder" as (partition by "account" order by "number")
    ) as "lines"
    where "number" <> "place" or "balanceAfter" <> coalesce("balanceBefore", 0) + "change"
    order by "account", "number"`.execute(db);
  return rows.map(
    ({ id, account, number }) =>
      `Transfer ${id} (number ${number} of ${account}) does not go on from the one before it`,
  );
}

async function findOneSided(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select "transfer"."id" from "creditTransfers" as "transfer"
    left join "creditAccounts" as "giver" on "giver"."id" = "transfer"."fromAccount"
    left join "creditAccounts" as "taker" on "taker"."id" = "transfer"."toAccount"
    where not coalesce(
      ("giver"."kind" = 'user' and "taker"."kind" = 'house' and "transfer"."account" = "giver"."id")
      or ("giver"."kind" = 'house' and "taker"."kind" = 'user' and "transfer"."account" = "taker"."id"), false)
    order by "transfer"."id"`.execute(db);
  return rows.map(({ id }) => `Transfer ${id} is not between one person and the house`);
}

async function findDoubleCauses(db: Database): Promise<string[]> {
  const { rows } = await sql<{ cause: string; times: number | string }>`
    select "cause", count(*) as "times" from "creditTransfers"
    group by "cause" having count(*) > 1 order by "cause"`.execute(db);
  return rows.map(({ cause, times }) => `The cause ${cause} moved credits ${Number(times)} times`);
}
