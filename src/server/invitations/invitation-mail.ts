import type { Transaction } from 'kysely';
import { guestPath, stopMailPath } from '../../protocol/routes.ts';
import type { CountedInvitation, Invitation, InvitationCount } from '../journal/store.ts';
import { createStopToken, hashRecipient } from '../mail/recipients.ts';
import type { InvitationMail } from '../storage/command-store.ts';
import type { Database } from '../storage/engine.ts';
import { deleteRecipient } from '../storage/followers.ts';
import { queueMail, withdrawMail } from '../storage/mail.ts';
import type { Schema } from '../storage/schema.ts';
import { wordsIn } from '../words/in-language.ts';

/** The site's address, and the secret that addresses are hashed with. */
export interface InvitationSite {
  readonly publicUrl: string;
  readonly secret: string;
}

export function invitationMailOf(site: InvitationSite): InvitationMail {
  return {
    store: (trx, invitation) => storeInvitation(trx, invitation, site),
    count: (trx, invitation, inMs) => countInvitations(trx, invitation, inMs, site),
    withdraw: (trx, eventId, email) => withdrawInvitation(trx, eventId, email, site),
  };
}

/**
 * An invitation to a recipient who wants no mail is not sent. It is counted like any other, so that an inviter cannot
 * tell.
 */
async function storeInvitation(
  trx: Transaction<Schema>,
  invitation: Invitation,
  { publicUrl, secret }: InvitationSite,
): Promise<void> {
  const { id, eventId, userId, now, email, inviterName, eventName, adminKey, language } = invitation;
  await trx.insertInto('invitations').values({ id, eventId, userId, createdAt: now }).execute();
  const recipient = hashRecipient(secret, email);
  const links = {
    timer: publicUrl + guestPath(eventId, 'admin', adminKey),
    home: `${publicUrl}/homepage`,
    stop: publicUrl + stopMailPath(createStopToken(secret, email)),
  };
  const { invitationMail } = wordsIn(language);
  const mailId = (await isClosed(trx, recipient))
    ? null
    : await queueMail(trx, invitationMail(email, { inviter: inviterName, event: eventName }, links), now);
  await trx.insertInto('invitationMails').values({ id, eventId, recipient, mailId, createdAt: now }).execute();
}

/** Mail of an invitation that was taken back is not sent any more. */
async function withdrawInvitation(
  trx: Transaction<Schema>,
  eventId: string,
  email: string,
  { secret }: InvitationSite,
): Promise<void> {
  const recipient = hashRecipient(secret, email);
  await withdrawMail(trx, await listMails(trx, recipient, eventId));
}

/**
 * Nodes that invite the same address at the same moment do not see each other's invitations: the address may get one
 * more mail for each node.
 */
async function countInvitations(
  trx: Transaction<Schema>,
  { eventId, userId, email, now }: CountedInvitation,
  inMs: number,
  { secret }: InvitationSite,
): Promise<InvitationCount> {
  const since = now - inMs;
  const count = async (column: 'eventId' | 'userId', value: string) => {
    const row = await trx
      .selectFrom('invitations')
      .select((all) => all.fn.countAll().as('count'))
      .where(column, '=', value)
      .where('createdAt', '>=', since)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  const toAddress = await trx
    .selectFrom('invitationMails')
    .select((all) => all.fn.countAll().as('count'))
    .where('recipient', '=', hashRecipient(secret, email))
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow();
  return {
    toEvent: await count('eventId', eventId),
    byUser: await count('userId', userId),
    toAddress: Number(toAddress.count),
  };
}

/** No invitation is mailed to the recipient from now on, nor any that still waits; what they follow is followed no more. */
export async function closeMailbox(db: Database, recipient: string, now: number): Promise<void> {
  await db
    .insertInto('closedMailboxes')
    .values({ recipient, createdAt: now })
    .onConflict((conflict) => conflict.column('recipient').doNothing())
    .execute();
  await withdrawMail(db, await listMails(db, recipient));
  await deleteRecipient(db, recipient);
}

export async function openMailbox(db: Database, recipient: string): Promise<void> {
  await db.deleteFrom('closedMailboxes').where('recipient', '=', recipient).execute();
}

/** Whether the recipient asked for no more mail. */
export async function isClosed(db: Database, recipient: string): Promise<boolean> {
  const row = await db
    .selectFrom('closedMailboxes')
    .select('recipient')
    .where('recipient', '=', recipient)
    .executeTakeFirst();
  return row !== undefined;
}

async function listMails(db: Database, recipient: string, eventId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('invitationMails')
    .select('mailId')
    .where('recipient', '=', recipient)
    .$if(eventId !== undefined, (query) => query.where('eventId', '=', eventId!))
    .execute();
  return rows.flatMap(({ mailId }) => (mailId === null ? [] : [mailId]));
}
