import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { erasePerson, type Stand } from '../../domain/events/erase-person.ts';
import type { Change } from '../../domain/model/changes.ts';
import { emailSubject, userSubject } from './event-doors.ts';
import type { Database, Engine } from './engine.ts';

export interface Erasure {
  readonly id: string;
  readonly userId: string;
  readonly email: string | null;
  readonly salt: string;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly lastEventId: string;
}

export async function insertErasure(
  db: Database,
  person: { readonly userId: string; readonly email: string | null },
  now: number,
): Promise<void> {
  const { userId, email } = person;
  const salt = randomBytes(24).toString('base64url');
  await db
    .insertInto('erasures')
    .values({ id: randomUUID(), userId, email, salt, createdAt: now, lastEventId: '', dueAt: now })
    .execute();
}

export const listErasures = (db: Database): Promise<Erasure[]> => db.selectFrom('erasures').selectAll().execute();

/**
 * Takes an erasure that is due. Other nodes leave it alone until `leaseUntil`; a node that is killed leaves it to be
 * found again.
 */
export async function claimErasure(db: Database, now: number, leaseUntil: number): Promise<Erasure | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('erasures')
      .select(['id', 'attempts'])
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const claimed = await db
      .updateTable('erasures')
      .set({ attempts: due.attempts + 1, dueAt: leaseUntil, startedAt: sql`coalesce("startedAt", ${now})` })
      .where('id', '=', due.id)
      .where('attempts', '=', due.attempts)
      .returningAll()
      .executeTakeFirst();
    if (claimed !== undefined) return claimed;
  }
}

export async function noteErasure(
  db: Database,
  id: string,
  progress: { readonly startedAt?: number | null; readonly lastEventId?: string; readonly dueAt: number },
): Promise<void> {
  await db.updateTable('erasures').set(progress).where('id', '=', id).execute();
}

export async function deleteErasure(db: Database, id: string): Promise<void> {
  await db.deleteFrom('erasures').where('id', '=', id).execute();
}

/** Names that stand for a person in one event. */
function standIn({ salt }: Erasure, eventId: string): Stand {
  const name = (what: string) =>
    `former-${createHmac('sha256', salt).update(`${what} ${eventId}`).digest('base64url').slice(0, 22)}`;
  return { userId: name('user'), invited: name('invited') };
}

/** An address that was named after the account was deleted belongs to another person, and stays. */
export function eraseChange(erasure: Erasure, change: Change): Change {
  const email = change.at <= erasure.createdAt ? erasure.email : null;
  return erasePerson(change, { userId: erasure.userId, email }, standIn(erasure, change.eventId));
}

/**
 * Stored data of an event as it will be when the erasures under way are done: between two of their steps the log may
 * name a person whom the snapshot has forgotten.
 */
export function withoutErased<Value>(erasures: readonly Erasure[], eventId: string, value: Value): Value {
  return erasures.reduce((left, erasure) => erasePerson(left, erasure, standIn(erasure, eventId)), value);
}

export function subjectWithoutErased(erasures: readonly Erasure[], eventId: string, subject: string): string {
  for (const erasure of erasures) {
    const { userId, invited } = standIn(erasure, eventId);
    if (subject === userSubject(erasure.userId)) return userSubject(userId);
    if (erasure.email !== null && subject === emailSubject(erasure.email)) return userSubject(invited);
  }
  return subject;
}

/** Whether a column names the person. Id and address are written as in JSON, so that a quote in an address is found. */
export function names(engine: Engine, column: string, { userId, email }: Erasure) {
  const find = sql.raw(engine === 'sqlite' ? 'instr' : 'strpos');
  const words = [userId, ...(email === null ? [] : [email])].map((text) => JSON.stringify(text));
  const found = words.map((word) => sql`${find}(${sql.ref(column)}, ${word}) > 0`);
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}
