import type { Database } from '../storage/engine.ts';
import { eraseFromEvent } from '../storage/erase-event.ts';
import { claimErasure, deleteErasure, type Erasure, noteErasure } from '../storage/erasures.ts';
import { deleteMailDone } from '../storage/mail.ts';
import { moveReceipts } from '../storage/receipts.ts';
import { findUserByEmail } from '../storage/users.ts';
import type { Job } from '../upkeep/upkeep.ts';
import type { AccountParts } from './account-parts.ts';
import { removeOwned } from './remove-owned.ts';

const EVERY_MS = 60_000;
/** The lease is longer than one step takes, so that two nodes never work on the same erasure. */
const LEASE_MS = 5 * 60_000;
/**
 * Time after which everything is checked once more: a request under way may have stored something in the old name
 * meanwhile, and so may a node of the release before, which does not know that its cached states are stale.
 */
export const SETTLED_MS = 3_600_000;
const EVENTS_AT_ONCE = 50;

/**
 * Erases what deleted accounts have left in other owners' events. Each erasure is leased to one node by a row of its
 * own.
 */
export function erasuresJob(parts: AccountParts): Job {
  return {
    name: 'erasures',
    everyMs: EVERY_MS,
    onEveryNode: true,
    async step(_cursor, now, isStopped) {
      const erasure = await claimErasure(parts.storage.db, now, now + LEASE_MS);
      if (erasure === undefined) return undefined;
      await passOnce(parts, erasure, isStopped);
      return 'more';
    },
  };
}

async function passOnce(parts: AccountParts, erasure: Erasure, isStopped: () => boolean): Promise<void> {
  const { clock, storage } = parts;
  const { db } = storage;
  const { id, userId, createdAt } = erasure;
  const startedAt = erasure.startedAt ?? clock.now();
  await removeOwned(parts, userId);
  const isClean = await eraseFromEvents(parts, erasure, isStopped);
  // Receipts stay, without the user, so that a command that is sent again is not done again.
  await moveReceipts(db, userId, '');
  if (isStopped()) return noteErasure(db, id, { dueAt: clock.now() });
  const isSettled = startedAt >= createdAt + SETTLED_MS;
  if (isSettled && isClean && (await isGoneElsewhere(db, erasure))) return deleteErasure(db, id);
  const dueAt = isSettled ? clock.now() + SETTLED_MS : createdAt + SETTLED_MS;
  return noteErasure(db, id, { startedAt: null, lastEventId: '', dueAt });
}

/** An event that cannot be rewritten does not stop the others; it is tried again with the next pass. */
async function eraseFromEvents(
  { storage, clock, log, onEventsRewritten }: AccountParts,
  erasure: Erasure,
  isStopped: () => boolean,
): Promise<boolean> {
  let isClean = true;
  for (let last = erasure.lastEventId; !isStopped();) {
    const page = await storage.db
      .selectFrom('events')
      .select('id')
      .where('id', '>', last)
      .where('goneAt', 'is', null)
      .orderBy('id')
      .limit(EVENTS_AT_ONCE)
      .execute();
    if (page.length === 0) break;
    for (const { id } of page) {
      if (isStopped()) return false;
      try {
        if (await eraseFromEvent(storage, id, erasure)) onEventsRewritten([id]);
      } catch (error) {
        isClean = false;
        log.error('A deleted account could not be erased from an event', { error, eventId: id });
      }
      last = id;
    }
    await noteErasure(storage.db, erasure.id, { lastEventId: last, dueAt: clock.now() + LEASE_MS });
  }
  return isClean;
}

/** Whether the mails to the account and the files of its videos are gone. */
async function isGoneElsewhere(db: Database, { userId, email, createdAt }: Erasure): Promise<boolean> {
  // A new account with the address owns those mails too.
  const isTheirs = email !== null && (await findUserByEmail(db, email)) === undefined;
  if (isTheirs && !(await deleteMailDone(db, email, createdAt))) return false;
  const video = await db.selectFrom('videoUploads').select('id').where('ownerId', '=', userId).executeTakeFirst();
  return video === undefined;
}
