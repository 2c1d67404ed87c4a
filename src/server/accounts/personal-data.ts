import type { SignedInViewer } from '../../protocol/account.ts';
import { listEvents, listRacers, readEvent } from '../storage/event-reads.ts';
import { listTransfers } from '../storage/credit-history.ts';
import { listMailTo } from '../storage/mail.ts';
import { listPayments } from '../storage/payments.ts';
import { findProfile } from '../storage/profiles.ts';
import { viewOwnRun } from '../runs/view-run.ts';
import { listShares, readZones } from '../storage/run-sharing.ts';
import { listOwnRuns } from '../storage/runs.ts';
import { ensureShareGroup } from '../storage/share-groups.ts';
import { listUploads } from '../storage/videos.ts';
import { findUserById, listSessions } from '../storage/users.ts';
import type { AccountParts } from './parts.ts';

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
