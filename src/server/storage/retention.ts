import { sql } from 'kysely';
import type { Outcome } from '../journal/store.ts';
import type { Database } from './engine.ts';
import { userSubject } from './event-doors.ts';

/** Rows that one statement looks at or deletes: a tap waits for no more than that. */
export const ROWS_AT_ONCE = 200;

const momentOf = (ms: number): string => new Date(ms).toISOString();

/** Deletes expired sessions and codes. Answers how many. */
export async function deleteExpired(db: Database, table: 'session' | 'verification', now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('id', 'in', (query) =>
      query.selectFrom(table).select('id').where('expiresAt', '<', momentOf(now)).limit(ROWS_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Addresses are deleted once no recipient can reasonably ask about the mail any more. */
export async function deleteFinishedMail(db: Database, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mail')
    .where('id', 'in', (query) =>
      query
        .selectFrom('mail')
        .select('id')
        .where(sql<number>`coalesce("sentAt", "failedAt")`, '<', before)
        .limit(ROWS_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteInvitations(
  db: Database,
  table: 'invitations' | 'invitationMails',
  before: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('id', 'in', (query) =>
      query.selectFrom(table).select('id').where('createdAt', '<', before).limit(ROWS_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Deletes guests without use among one page of users; answers where to go on. A guest stays who has a valid session,
 * who is an admin of any event, also of a deleted one that may be brought back, who owns anything, or who has an
 * account in the ledger.
 */
export async function deleteGuests(
  db: Database,
  after: string,
  now: number,
  madeBefore: number,
): Promise<string | undefined> {
  const page = await db
    .selectFrom('user')
    .select(['id', 'isAnonymous', 'createdAt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute();
  const old = page.filter(
    ({ isAnonymous, createdAt }) => Boolean(isAnonymous) && new Date(createdAt).getTime() < madeBefore,
  );
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await deleteUnneeded(db, ids, now);
  return page.length === ROWS_AT_ONCE ? page.at(-1)!.id : undefined;
}

async function deleteUnneeded(db: Database, ids: readonly string[], now: number): Promise<void> {
  const needed = new Set<string>();
  const owners = [
    db.selectFrom('session').select('userId as id').where('expiresAt', '>=', momentOf(now)).where('userId', 'in', ids),
    db.selectFrom('events').select('ownerId as id').where('ownerId', 'in', ids),
    db.selectFrom('racers').select('createdBy as id').where('createdBy', 'in', ids),
    db.selectFrom('runs').select('ownerId as id').where('ownerId', 'in', ids),
    db.selectFrom('creditAccounts').select('userId as id').where('userId', 'in', ids),
  ];
  for (const query of owners) for (const { id } of await query.execute()) if (id !== null) needed.add(id);
  const subjects = new Map(ids.map((id) => [userSubject(id), id]));
  const helping = await db
    .selectFrom('eventAdmins')
    .select('subject')
    .where('subject', 'in', [...subjects.keys()])
    .execute();
  for (const { subject } of helping) needed.add(subjects.get(subject)!);
  const unneeded = ids.filter((id) => !needed.has(id));
  if (unneeded.length > 0) await db.deleteFrom('user').where('id', 'in', unneeded).execute();
}

/**
 * Deletes receipts that no device can need any more among one page; answers where to go on. The receipt of an accepted
 * command stays for as long as its event or racer exists: a device that never heard the answer sends the command again,
 * however late, and without the receipt it would count twice.
 */
export async function deleteReceipts(db: Database, after: string, before: number): Promise<string | undefined> {
  const page = await db
    .selectFrom('receipts')
    .select(['commandId', 'outcome', 'createdAt'])
    .where('commandId', '>', after)
    .orderBy('commandId')
    .limit(ROWS_AT_ONCE)
    .execute();
  const old = page
    .filter(({ createdAt }) => createdAt < before)
    .map(({ commandId, outcome }) => ({ commandId, outcome: JSON.parse(outcome) as Outcome }));
  const eventIds = old.flatMap(({ outcome }) => ('eventId' in outcome ? [outcome.eventId] : []));
  const racerIds = old.flatMap(({ outcome }) => ('racerId' in outcome ? [outcome.racerId] : []));
  const present = new Set([...(await findIds(db, 'events', eventIds)), ...(await findIds(db, 'racers', racerIds))]);
  const isOver = (outcome: Outcome) =>
    outcome.status === 'refused' || !present.has('eventId' in outcome ? outcome.eventId : outcome.racerId);
  const over = old.filter(({ outcome }) => isOver(outcome)).map(({ commandId }) => commandId);
  if (over.length > 0) await db.deleteFrom('receipts').where('commandId', 'in', over).execute();
  return page.length === ROWS_AT_ONCE ? page.at(-1)!.commandId : undefined;
}

async function findIds(db: Database, table: 'events' | 'racers', ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return rows.map(({ id }) => id);
}
