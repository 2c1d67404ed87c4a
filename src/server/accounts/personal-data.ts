import type { Transaction } from 'kysely';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { SignedInViewer } from '../../protocol/account.ts';
import type { StreamedDocument } from '../http/json-stream.ts';
import { accountDeletedMail, forgetInviter } from '../mail/texts.ts';
import { insertErasure } from '../storage/erasures.ts';
import { deleteMailTo, forgetInMail, listMailTo, queueMail } from '../storage/mail.ts';
import { listPayments } from '../storage/payments.ts';
import {
  eachDeed,
  eachHelpedEvent,
  eachInvitation,
  eachOwnEvent,
  eachOwnRun,
  eachRacer,
  eachSharedRun,
  eachTransfer,
  eachUpload,
} from '../storage/personal-reads.ts';
import { findProfile } from '../storage/profiles.ts';
import { readZones, removeSharesWith } from '../storage/run-sharing.ts';
import type { Schema } from '../storage/schema.ts';
import { ensureShareGroup } from '../storage/share-groups.ts';
import { closeUser, findPasswordHash, findUserById, listSessions } from '../storage/users.ts';
import type { AccountParts } from './parts.ts';
import { removeOwned } from './remove-owned.ts';
import { nameOf } from './sender.ts';

/**
 * Everything that is stored about a person, in one document that people and programs can read. What belongs to an address
 * is there once it is confirmed: whoever signs up with somebody else's would learn who writes to them.
 */
export function collectPersonalData({ storage: { db }, clock }: AccountParts, viewer: SignedInViewer) {
  const { userId, email } = viewer;
  const verifiedEmail = viewer.emailVerified ? email : null;
  return {
    exportedAt: new Date(clock.now()).toISOString(),
    account: () => findUserById(db, userId),
    profile: () => findProfile(db, userId),
    credits: viewer.credits,
    creditHistory: eachTransfer(db, userId),
    payments: () => listPayments(db, userId),
    racers: eachRacer(db, userId),
    events: eachOwnEvent(db, userId),
    eventsHelpedIn: eachHelpedEvent(db, userId, verifiedEmail),
    doneInOthersEvents: eachDeed(db, userId),
    invitationsSent: eachInvitation(db, userId),
    runs: eachOwnRun(db, userId),
    runsSharedWithMe: eachSharedRun(db, userId, verifiedEmail),
    privacyZones: () => readZones(db, userId),
    uploadedVideos: eachUpload(db, userId),
    shareGroup: () => ensureShareGroup(db, userId, clock.now()),
    sessions: () => listSessions(db, userId),
    mails: () => (verifiedEmail === null ? Promise.resolve([]) : listMailTo(db, verifiedEmail)),
  } satisfies StreamedDocument;
}

export async function deleteAccount(
  parts: AccountParts,
  { userId, email, emailVerified }: SignedInViewer,
  password: string,
): Promise<Result<true, 'wrong-password'>> {
  const hash = await findPasswordHash(parts.storage.db, userId);
  if (hash === undefined || !(await parts.passwords.verify({ hash, password }))) return refuse('wrong-password');
  await removeAccount(parts, userId, async (trx) => {
    // Mail to an address that was never shown to be theirs may be about somebody else.
    if (emailVerified) await deleteMailTo(trx, email);
    await queueMail(trx, accountDeletedMail({ email }, parts.mail.support), parts.clock.now());
    return ok(true);
  });
  parts.onMailQueued();
  return ok(true);
}

/**
 * The account is closed in one short transaction, which also notes what is to be erased of it elsewhere; then what it
 * owned goes, one thing at a time. Where a server is killed in between, the erasure (`erasures.ts`) goes on. `first`: what
 * else belongs to it, or why the account stays.
 */
export async function removeAccount<Refusal>(
  { storage: { db }, clock, onAccountChanged, onEventsRewritten }: AccountParts,
  userId: string,
  first: (trx: Transaction<Schema>) => Promise<Result<true, Refusal>>,
): Promise<Result<true, Refusal>> {
  const removed = await db.transaction().execute(async (trx) => {
    const outcome = await first(trx);
    if (outcome.ok) await closeAccount(trx, userId, clock.now());
    return outcome;
  });
  if (!removed.ok) return removed;
  onAccountChanged(userId);
  onEventsRewritten(await removeOwned(db, userId));
  return removed;
}

/** What others have given to an address goes with the account only where the address was confirmed: else anybody could take it away. */
async function closeAccount(trx: Transaction<Schema>, userId: string, now: number): Promise<void> {
  const user = await findUserById(trx, userId);
  const profile = await findProfile(trx, userId);
  if (user === undefined || !(await closeUser(trx, userId))) return;
  await insertErasure(trx, { userId, email: user.emailVerified ? user.email : null }, now);
  if (user.emailVerified) await removeSharesWith(trx, user.email);
  await forgetInMail(trx, { email: user.email, ...forgetInviter(nameOf(profile?.username ?? '')) });
}
