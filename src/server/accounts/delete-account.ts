import { setImmediate as nextRound } from 'node:timers/promises';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { SignedInViewer } from '../../protocol/account.ts';
import { accountDeletedMail, forgetInviter } from '../mail/texts.ts';
import type { Database } from '../storage/database.ts';
import { insertErasure } from '../storage/erasures.ts';
import { deleteMailTo, forgetInMail, queueMail } from '../storage/mail.ts';
import { removeSharesWith } from '../storage/run-sharing.ts';
import { deleteRun } from '../storage/runs.ts';
import { listBodiesOf, removeBodies } from '../storage/samples.ts';
import { closeUser, deleteUser, findPasswordHash } from '../storage/users.ts';
import type { AccountParts } from './parts.ts';
import { nameOf } from './sender.ts';

export async function deleteAccount(
  parts: AccountParts,
  viewer: SignedInViewer,
  password: string,
): Promise<Result<true, 'wrong-password'>> {
  const hash = await findPasswordHash(parts.storage.db, viewer.userId);
  if (hash === undefined || !(await parts.passwords.verify({ hash, password }))) return refuse('wrong-password');
  await removeAccount(parts, viewer);
  return ok(true);
}

/**
 * The account is closed in one short transaction, which also notes that it is to be erased; then what it owns goes, one
 * thing at a time. Where a server is killed in between, the erasure (`erasures.ts`) goes on.
 */
export async function removeAccount(
  parts: AccountParts,
  { userId, email, username }: Pick<SignedInViewer, 'userId' | 'email' | 'username'>,
): Promise<void> {
  const { db } = parts.storage;
  const now = parts.clock.now();
  const isClosed = await db.transaction().execute(async (trx) => {
    if (!(await closeUser(trx, userId, email))) return false;
    await insertErasure(trx, { userId, email }, now);
    await removeSharesWith(trx, email);
    await deleteMailTo(trx, email);
    await forgetInMail(trx, { email, ...forgetInviter(nameOf(username)) });
    await queueMail(trx, accountDeletedMail({ email }, parts.mail.support), now);
    return true;
  });
  if (!isClosed) return;
  parts.onMailQueued();
  parts.onEventsRewritten(await removeOwned(db, userId));
}

/** Events, runs, and then the user with everything that hangs on it. Answers the events that are gone. */
export async function removeOwned(db: Database, userId: string): Promise<readonly string[]> {
  const events = await db.selectFrom('events').select('id').where('ownerId', '=', userId).execute();
  for (const { id } of events) {
    await db.deleteFrom('events').where('id', '=', id).execute();
    await nextRound();
  }
  const runs = await db.selectFrom('runs').select('id').where('ownerId', '=', userId).execute();
  for (const { id } of runs) {
    const bodies = await listBodiesOf(db, { runId: id });
    await deleteRun(db, id);
    await removeBodies(db, bodies);
    await nextRound();
  }
  await deleteUser(db, userId);
  return events.map(({ id }) => id);
}
