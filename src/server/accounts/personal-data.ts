import type { Transaction } from 'kysely';
import { ok, type Result } from '../../domain/result.ts';
import type { SignedInViewer } from '../../protocol/account.ts';
import { accountDeletedMail } from '../mail/texts.ts';
import { listEvents, listRacers, readEvent } from '../storage/event-reads.ts';
import { listTransfers } from '../storage/credit-history.ts';
import { deleteMailTo, listMailTo, queueMail } from '../storage/mail.ts';
import { listPayments } from '../storage/payments.ts';
import { findProfile } from '../storage/profiles.ts';
import { viewOwnRun } from '../runs/view-run.ts';
import { listShares, readZones } from '../storage/run-sharing.ts';
import { listOwnRuns } from '../storage/runs.ts';
import { listBodiesOf, removeBodies } from '../storage/samples.ts';
import type { Schema } from '../storage/schema.ts';
import { ensureShareGroup } from '../storage/share-groups.ts';
import { listUploads } from '../storage/videos.ts';
import { deleteUser, findUserById, listSessions } from '../storage/users.ts';
import { checkPassword } from './credentials.ts';
import type { AccountParts } from './parts.ts';
import { noteWelcomeGift } from './welcome-gift.ts';

/** Everything that is stored about a person, in one document that people and programs can read. */
export async function collectPersonalData({ storage: { db }, clock }: AccountParts, viewer: SignedInViewer) {
  const { userId, email } = viewer;
  const runs = await listOwnRuns(db, userId, 0);
  const ids = runs.map(({ id }) => id);
  const shares = await listShares(db, ids);
  return {
    exportedAt: new Date(clock.now()).toISOString(),
    account: await findUserById(db, userId),
    profile: await findProfile(db, userId),
    credits: { balance: viewer.credits, history: await listTransfers(db, userId) },
    payments: await listPayments(db, userId),
    racers: await listRacers(db, userId),
    events: await Promise.all(
      (await listEvents(db, { userId, verifiedEmail: null }))
        .filter(({ isOwner }) => isOwner)
        .map(({ id }) => readEvent(db, id)),
    ),
    runs: runs.map((run) => viewOwnRun(run, shares.get(run.id) ?? [])),
    privacyZones: await readZones(db, userId),
    uploadedVideos: await listUploads(db, userId),
    shareGroup: await ensureShareGroup(db, userId, clock.now()),
    sessions: await listSessions(db, userId),
    mails: await listMailTo(db, email),
  };
}

export async function deleteAccount(
  parts: AccountParts,
  { userId, email }: SignedInViewer,
  password: string,
): Promise<Result<true, 'wrong-password'>> {
  const right = await checkPassword(parts, userId, password);
  if (!right.ok) return right;
  await removeAccount(parts, userId, async (trx) => {
    await noteWelcomeGift(trx, parts, { userId, email });
    await deleteMailTo(trx, email);
    await queueMail(trx, accountDeletedMail({ email }, parts.mail.support), parts.clock.now());
    return ok(true);
  });
  parts.onMailQueued();
  return ok(true);
}

/** The account with everything that it owned. `first`: what else belongs to it, or why the account stays. */
export async function removeAccount<Refusal>(
  { storage: { db }, onAccountChanged }: AccountParts,
  userId: string,
  first: (trx: Transaction<Schema>) => Promise<Result<true, Refusal>>,
): Promise<Result<true, Refusal>> {
  const samples = await listBodiesOf(db, { ownerId: userId });
  const removed = await db.transaction().execute(async (trx) => {
    const outcome = await first(trx);
    if (outcome.ok) await deleteUser(trx, userId);
    return outcome;
  });
  if (!removed.ok) return removed;
  onAccountChanged(userId);
  await removeBodies(db, samples);
  return removed;
}
