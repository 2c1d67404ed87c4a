import type { Database } from './engine.ts';
import type { Schema } from './schema.ts';
import { lockUser } from './users.ts';
import {
  MAX_FOLLOWERS,
  MAX_FOLLOWERS_OF_HOST,
  MAX_FOLLOWERS_OF_PLACE,
  MAX_HANDICAP_TABLES,
  MAX_KEPT_RUNS,
  MAX_SCREENS,
  MAX_SERIES,
  MAX_SHARES,
  MAX_TOKENS,
  MAX_WEBHOOKS,
} from '../../protocol/limits.ts';

interface Counted {
  readonly table: keyof Schema;
  readonly most: number;
  /** False: there is no such owner. Locks a row until the end of the transaction: whoever else adds to the same count waits for it. */
  readonly lock: (trx: Database, owner: string) => Promise<boolean>;
}

/** Things that an account, an event or a run has a limited number of, each with the lock under which they are counted. */
export const counted = {
  tokens: { table: 'apiTokens', most: MAX_TOKENS, lock: lockAccount },
  webhooks: { table: 'webhooks', most: MAX_WEBHOOKS, lock: lockAccount },
  handicapTables: { table: 'handicapTables', most: MAX_HANDICAP_TABLES, lock: lockAccount },
  series: { table: 'series', most: MAX_SERIES, lock: lockAccount },
  keptRuns: { table: 'runShares', most: MAX_KEPT_RUNS, lock: lockAccount },
  runShares: { table: 'runShares', most: MAX_SHARES, lock: lockRuns },
  screens: { table: 'screenKeys', most: MAX_SCREENS, lock: lockLinks },
  followers: { table: 'followers', most: MAX_FOLLOWERS, lock: lockLinks },
  followersOfPlace: { table: 'followers', most: MAX_FOLLOWERS_OF_PLACE, lock: lockLinks },
  followersOfHost: { table: 'followers', most: MAX_FOLLOWERS_OF_HOST, lock: lockLinks },
} satisfies Record<string, Counted>;

/**
 * Whether there is room for one more. The lock holds until the end of the transaction, which must add the row: counting and
 * adding apart, sixty requests at once would all find the last place free.
 * @param owner whose lock it is: an account, or an event
 * @param of the rows that are counted
 */
export async function hasRoom(
  trx: Database,
  kind: keyof typeof counted,
  owner: string,
  of: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { table, most, lock }: Counted = counted[kind];
  if (!(await lock(trx, owner))) return false;
  // The tables have different columns; which of them are asked for is the caller's affair.
  let rows = trx.selectFrom(table as 'followers').select((all) => all.fn.countAll().as('count'));
  for (const [column, value] of Object.entries(of)) rows = rows.where(column as 'eventId', '=', value);
  return Number((await rows.executeTakeFirstOrThrow()).count) < most;
}

/** The row of an event's links, and not that of the event: no tap waits for it. */
async function lockLinks(trx: Database, eventId: string): Promise<boolean> {
  const row = await trx
    .updateTable('eventKeys')
    .set(({ ref }) => ({ viewer: ref('viewer') }))
    .where('eventId', '=', eventId)
    .returning('eventId')
    .executeTakeFirst();
  return row !== undefined;
}

async function lockAccount(trx: Database, userId: string): Promise<boolean> {
  return (await lockUser(trx, userId)) !== undefined;
}

async function lockRuns(trx: Database, userId: string): Promise<boolean> {
  await lockRunLibrary(trx, userId);
  return true;
}

/**
 * Makes the row if there is none, and holds it until the transaction ends: of two requests that take the last room one
 * waits.
 */
export async function lockRunLibrary(trx: Database, userId: string): Promise<void> {
  await trx
    .insertInto('runLibraries')
    .values({ userId, zones: '[]' })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId }))
    .execute();
}
