import { randomUUID } from 'node:crypto';
import type { Database } from './engine.ts';

export interface NewMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Link by which the recipient refuses further mails of this kind. */
  readonly unsubscribe?: string;
}

export interface QueuedMail extends Omit<NewMail, 'unsubscribe'> {
  readonly unsubscribe: string | null;
  readonly id: string;
  readonly createdAt: number;
  /** Attempts to send, this one included. */
  readonly attempts: number;
}

/** Returns the mail's id. */
export async function queueMail(db: Database, mail: NewMail, now: number): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('mail')
    .values({ ...mail, id, createdAt: now, nextAttemptAt: now })
    .execute();
  return id;
}

/** Deletes those mails that have not gone out. A mail that is being handed over at this moment goes out. */
export async function withdrawMail(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('mail').where('id', 'in', ids).where('sentAt', 'is', null).execute();
}

/**
 * Takes the oldest mail that is due and hides it from other nodes until `leaseUntil`, so that two nodes never send the
 * same mail at a time, and a node that is killed leaves it to be found again.
 */
export async function claimDueMail(db: Database, now: number, leaseUntil: number): Promise<QueuedMail | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('mail')
      .select(['id', 'attempts'])
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .where('nextAttemptAt', '<=', now)
      .orderBy('nextAttemptAt')
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const claimed = await db
      .updateTable('mail')
      .set({ attempts: due.attempts + 1, nextAttemptAt: leaseUntil })
      .where('id', '=', due.id)
      .where('attempts', '=', due.attempts)
      .returning(['id', 'to', 'subject', 'text', 'createdAt', 'attempts', 'unsubscribe'])
      .executeTakeFirst();
    if (claimed !== undefined) return claimed;
  }
}

/** The text is deleted once the mail is sent: it may hold a link that opens an account. */
export async function markMailSent(db: Database, id: string, now: number): Promise<void> {
  await db
    .updateTable('mail')
    .set({ sentAt: now, text: '', unsubscribe: null, lastError: null })
    .where('id', '=', id)
    .execute();
}

export async function postponeMail(db: Database, id: string, error: string, nextAttemptAt: number): Promise<void> {
  await db.updateTable('mail').set({ lastError: error, nextAttemptAt }).where('id', '=', id).execute();
}

export async function markMailFailed(db: Database, id: string, error: string, now: number): Promise<void> {
  await db
    .updateTable('mail')
    .set({ lastError: error, failedAt: now, text: '', unsubscribe: null })
    .where('id', '=', id)
    .execute();
}

/** Mails to an address, as far as they are still stored: for the download of personal data. */
export async function listMailTo(db: Database, to: string): Promise<{ subject: string; createdAt: number }[]> {
  return db.selectFrom('mail').select(['subject', 'createdAt']).where('to', '=', to).orderBy('createdAt').execute();
}

/** Changes mail to others that has not gone out yet: notices about a deleted person, and invitations in their name. */
export async function forgetInMail(
  db: Database,
  person: { readonly email: string; readonly before: string; readonly after: string },
): Promise<void> {
  const { email, before, after } = person;
  const waiting = await db.selectFrom('mail').select(['id', 'text']).where('text', '!=', '').execute();
  for (const { id, text } of waiting) {
    if (text.includes(` ${email}\n`)) await db.deleteFrom('mail').where('id', '=', id).execute();
    else if (text.includes(before)) {
      await db
        .updateTable('mail')
        .set({ text: text.replace(before, () => after) })
        .where('id', '=', id)
        .execute();
    }
  }
}

/** Renames a person in their own invitations that have not gone out yet. */
export async function renameInviter(db: Database, userId: string, before: string, after: string): Promise<void> {
  const waiting = await db
    .selectFrom('invitations')
    .innerJoin('invitationMails', 'invitationMails.id', 'invitations.id')
    .innerJoin('mail', 'mail.id', 'invitationMails.mailId')
    .select(['mail.id', 'mail.text'])
    .where('invitations.userId', '=', userId)
    .where('mail.text', '!=', '')
    .execute();
  for (const { id, text } of waiting) {
    await db
      .updateTable('mail')
      .set({ text: text.replace(before, () => after) })
      .where('id', '=', id)
      .execute();
  }
}

/** Deletes mails that have been delivered, or cannot be. False while one is still to go out. */
export async function deleteMailDone(db: Database, to: string, before: number): Promise<boolean> {
  await db
    .deleteFrom('mail')
    .where('to', '=', to)
    .where('createdAt', '<=', before)
    .where((where) => where.or([where('sentAt', 'is not', null), where('failedAt', 'is not', null)]))
    .execute();
  const left = await db
    .selectFrom('mail')
    .select('id')
    .where('to', '=', to)
    .where('createdAt', '<=', before)
    .executeTakeFirst();
  return left === undefined;
}

export async function deleteMailTo(db: Database, to: string): Promise<void> {
  await db.deleteFrom('mail').where('to', '=', to).execute();
}
