import { setImmediate as nextRound } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { SignedInViewer } from '../../protocol/account.ts';
import { accountDeletedMail, forgetInviter } from '../mail/texts.ts';
import type { Database } from '../storage/database.ts';
import { insertErasure } from '../storage/erasures.ts';
import { deleteMailTo, forgetInMail, queueMail } from '../storage/mail.ts';
import { findProfile } from '../storage/profiles.ts';
import { removeSharesWith } from '../storage/run-sharing.ts';
import { deleteRun } from '../storage/runs.ts';
import { listBodiesOf, removeBodies } from '../storage/samples.ts';
import type { Schema } from '../storage/schema.ts';
import { closeUser, deleteUser } from '../storage/users.ts';
import { checkPassword } from './credentials.ts';
import type { AccountParts } from './parts.ts';
import { nameOf } from './sender.ts';
import { noteWelcomeGift } from './welcome-gift.ts';

interface Person {
  readonly userId: string;
  readonly email: string;
}

export async function deleteAccount(
  parts: AccountParts,
  { userId, email }: SignedInViewer,
  password: string,
): Promise<Result<true, 'wrong-password'>> {
  const right = await checkPassword(parts, userId, password);
  if (!right.ok) return right;
  await removeAccount(parts, { userId, email }, async (trx) => {
    await noteWelcomeGift(trx, parts, { userId, email });
    await deleteMailTo(trx, email);
    await queueMail(trx, accountDeletedMail({ email }, parts.mail.support), parts.clock.now());
    return ok(true);
  });
  parts.onMailQueued();
  return ok(true);
}

/**
 * The account is closed in one short transaction, which also notes that it is to be erased; then what it owns goes, one
 * thing at a time. Where a server is killed in between, the erasure (`erasures.ts`) goes on. `first`: what else belongs to
 * the end of the account, or why the account stays.
 */
export async function removeAccount<Refusal>(
  parts: AccountParts,
  person: Person,
  first: (trx: Transaction<Schema>) => Promise<Result<true, Refusal>>,
): Promise<Result<true, Refusal>> {
  const { db } = parts.storage;
  const { userId, email } = person;
  const closed = await db.transaction().execute(async (trx): Promise<Result<boolean, Refusal>> => {
    const outcome = await first(trx);
    if (!outcome.ok) return outcome;
    const username = (await findProfile(trx, userId))?.username ?? '';
    if (!(await closeUser(trx, userId, email))) return ok(false);
    await insertErasure(trx, person, parts.clock.now());
    await removeSharesWith(trx, email);
    await forgetInMail(trx, { email, ...forgetInviter(nameOf(username)) });
    return ok(true);
  });
  if (!closed.ok) return refuse(closed.error);
  if (!closed.value) return ok(true);
  parts.onAccountChanged(userId);
  parts.onEventsRewritten(await removeOwned(db, userId));
  return ok(true);
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
