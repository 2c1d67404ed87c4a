import { type SelectQueryBuilder, sql } from 'kysely';
import type { Change } from '../../domain/model/changes.ts';
import type { Outcome } from '../journal/store.ts';
import { toRacer } from './command-store.ts';
import { listTransfersAfter } from './credit-history.ts';
import type { Database } from './engine.ts';
import { emailSubject, userSubject } from './event-doors.ts';
import { readEvent } from './event-reads.ts';
import type { Schema } from './schema.ts';

/**
 * Data stored about a person, for its download. Every list is read a page at a time: an account may hold more than fits
 * in memory.
 */
const ROWS_AT_ONCE = 200;

async function* inPages<Row, Key>(
  first: Key,
  read: (after: Key) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row> {
  for (let after = first; ;) {
    const page = await read(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
  }
}

/** The next rows by a column that no two of them share. */
export const pageOf =
  (column: string, after: string, most = ROWS_AT_ONCE) =>
  <Tables extends keyof Schema, Row>(rows: SelectQueryBuilder<Schema, Tables, Row>) =>
    rows.where(sql.ref(column), '>', after).orderBy(sql.ref(column)).limit(most);

export const byId = <Row extends { readonly id: string }>(read: (after: string) => Promise<readonly Row[]>) =>
  inPages('', read, ({ id }) => id);

export const eachTransfer = (db: Database, userId: string) =>
  inPages(
    0,
    (after) => listTransfersAfter(db, userId, after, ROWS_AT_ONCE),
    ({ number }) => number,
  );

/** Racers, the deleted ones too: taps that were made offline may still name them, so they are kept. */
export async function* eachRacer(db: Database, userId: string) {
  const rows = byId((after) =>
    db.selectFrom('racers').selectAll().where('createdBy', '=', userId).$call(pageOf('id', after)).execute(),
  );
  for await (const row of rows) yield { ...toRacer(row).racer, deletedAt: row.deletedAt };
}

export async function* eachSeries(db: Database, userId: string) {
  const rows = byId((after) =>
    db.selectFrom('series').selectAll().where('ownerId', '=', userId).$call(pageOf('id', after)).execute(),
  );
  for await (const { document, ...row } of rows) yield { ...row, document: JSON.parse(document) as unknown };
}

/** Racers whose results are open to everybody with a link. */
export const eachHistoryLink = (db: Database, userId: string) =>
  inPages(
    '',
    (after) =>
      db.selectFrom('historyLinks').selectAll().where('ownerId', '=', userId).$call(pageOf('racerId', after)).execute(),
    ({ racerId }) => racerId,
  );

export async function* eachHandicapTable(db: Database, userId: string) {
  const rows = byId((after) =>
    db
      .selectFrom('handicapTables')
      .selectAll()
      .where('userId', '=', userId)
      .$call(pageOf('id', after, 1))
      .execute(),
  );
  for await (const { rows: packed, ...row } of rows) yield { ...row, rows: JSON.parse(packed) as unknown };
}

/** Events with their whole logs, the deleted ones included. */
export async function* eachOwnEvent(db: Database, userId: string) {
  const rows = byId((after) =>
    db
      .selectFrom('events')
      .select('id')
      .where('ownerId', '=', userId)
      .where('goneAt', 'is', null)
      .$call(pageOf('id', after))
      .execute(),
  );
  for await (const { id } of rows) yield readEvent(db, id);
}

/** Sites that may show boards of this person's events. */
export async function* eachEmbed(db: Database, userId: string) {
  const rows = byId((after) =>
    db
      .selectFrom('embeds')
      .innerJoin('events', 'events.id', 'embeds.eventId')
      .select(['events.id', 'embeds.origins'])
      .where('events.ownerId', '=', userId)
      .$call(pageOf('events.id', after))
      .execute(),
  );
  for await (const { id, origins } of rows) yield { eventId: id, origins: JSON.parse(origins) as string[] };
}

/** Other owners' events where this person is an admin, or is invited by an address that they have confirmed. */
export async function* eachHelpedEvent(db: Database, userId: string, verifiedEmail: string | null) {
  const subjects = [userSubject(userId), ...(verifiedEmail === null ? [] : [emailSubject(verifiedEmail)])];
  for (const subject of subjects) {
    const role = subject === userSubject(userId) ? 'admin' : 'invited';
    const rows = byId((after) =>
      db
        .selectFrom('eventAdmins')
        .innerJoin('events', 'events.id', 'eventAdmins.eventId')
        .select(['events.id', 'events.name', 'events.createdAt'])
        .where('eventAdmins.subject', '=', subject)
        .where('events.ownerId', '!=', userId)
        .where('events.deletedAt', 'is', null)
        .$call(pageOf('events.id', after))
        .execute(),
    );
    for await (const row of rows) yield { ...row, role };
  }
}

/**
 * Changes that this person made in other owners' events, also where they are no admin any more: found by the receipts.
 */
export async function* eachDeed(db: Database, userId: string): AsyncGenerator<Change> {
  let last = { createdAt: 0, commandId: '' };
  for (;;) {
    const receipts = await db
      .selectFrom('receipts')
      .select(['commandId', 'createdAt', 'outcome'])
      .where('userId', '=', userId)
      .where(sql<boolean>`("createdAt", "commandId") > (${last.createdAt}, ${last.commandId})`)
      .orderBy('createdAt')
      .orderBy('commandId')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (receipts.length === 0) return;
    last = receipts.at(-1)!;
    const numbers = receipts.flatMap(({ outcome }) => numbersIn(JSON.parse(outcome) as Outcome));
    if (numbers.length === 0) continue;
    const { rows } = await sql<{ body: string }>`
      select "changes"."body" from (values ${sql.join(numbers)}) as "wanted"
      join "changes" on "changes"."eventId" = "wanted"."column1" and "changes"."seq" = "wanted"."column2"
      join "events" on "events"."id" = "changes"."eventId" and "events"."ownerId" <> ${userId}
      order by "changes"."eventId", "changes"."seq"`.execute(db);
    for (const { body } of rows) yield JSON.parse(body) as Change;
  }
}

function numbersIn(outcome: Outcome) {
  if (outcome.status !== 'accepted' || !('eventId' in outcome)) return [];
  const { eventId, firstSeq, lastSeq } = outcome;
  const count = Math.max(0, lastSeq - firstSeq + 1);
  return Array.from({ length: count }, (_, index) => sql`(${eventId}, cast(${firstSeq + index} as bigint))`);
}

/** Invitations with their time and event. The recipient is not stored. */
export const eachInvitation = (db: Database, userId: string) =>
  byId((after) =>
    db
      .selectFrom('invitations')
      .select(['id', 'eventId', 'createdAt'])
      .where('userId', '=', userId)
      .$call(pageOf('id', after))
      .execute(),
  );
