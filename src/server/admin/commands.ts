import { randomUUID } from 'node:crypto';
import type { ServerContext } from '../server-context.ts';
import { resetLink } from '../accounts/auth.ts';
import { requestPasswordReset } from '../accounts/credentials.ts';
import type { PaymentParts } from '../payments/settle.ts';
import { payForWaiting } from '../pricing/pay-for-waiting.ts';
import { giveCredits, readBalance } from '../storage/ledger.ts';
import { setAccepted } from '../storage/profiles.ts';
import { deleteSessions, findUserByEmail, listAccounts, type UserRow } from '../storage/users.ts';
import { type AdminAnswer, done, failed, formatTable, printable } from './answers.ts';
import { backupUsage } from './backup-commands.ts';
import { audit, ledgerUsage, showLedger } from './ledger-commands.ts';
import { paymentUsage, reconcile, refund } from './payment-commands.ts';
import { verifyUsage } from './verify-commands.ts';

export const usage = `Usage: npm run admin -- COMMAND

  list                     all accounts: email, username, state, credits, since
  accept EMAIL             let this account log in
  suspend EMAIL            keep this account out, and end its sessions
  grant EMAIL CREDITS      give credits
  reset-password EMAIL     send a link for a new password, and show it
${ledgerUsage}
${paymentUsage}
${verifyUsage}
${backupUsage}`;

const MOST_CREDITS = 1_000_000;

export interface AdminParts extends ServerContext {
  readonly payments: PaymentParts;
}

/** Runs inside the server, or beside it over the same database. */
export async function runAdminCommand(parts: AdminParts, words: readonly string[]): Promise<AdminAnswer> {
  const [command, email, amount] = words;
  if (command === 'list' && words.length === 1) return done(await showAccounts(parts));
  if (command === 'audit' && words.length === 1) return audit(parts);
  if (command === 'reconcile' && words.length === 1) return reconcile(parts.payments);
  if (command === 'refund' && words.length === 2) return refund(parts.payments, words[1]!);
  const wanted = command === 'grant' ? 3 : 2;
  const run = command !== undefined && Object.hasOwn(onAccount, command) ? onAccount[command] : undefined;
  if (run === undefined || email === undefined || words.length !== wanted) return failed(usage);
  const user = await findUserByEmail(parts.storage.db, email.trim().toLowerCase());
  if (user === undefined || user.isAnonymous) return failed(`There is no account with the email ${email}.`);
  return run(parts, user, amount ?? '');
}

const onAccount: Readonly<
  Record<string, (parts: ServerContext, user: UserRow, amount: string) => Promise<AdminAnswer>>
> = {
  async accept({ storage }, user) {
    const known = await setAccepted(storage.db, user.id, true);
    return known ? done(`${user.email} can log in.`) : failed(`${user.email} has no profile.`);
  },
  async suspend({ storage, onAccountChanged }, user) {
    const known = await storage.db.transaction().execute(async (trx) => {
      await deleteSessions(trx, user.id);
      return setAccepted(trx, user.id, false);
    });
    onAccountChanged(user.id);
    return known ? done(`${user.email} is suspended and signed out.`) : failed(`${user.email} has no profile.`);
  },
  async grant({ storage, clock, queue, log, onAccountChanged }, user, text) {
    const amount = /^\d+$/.test(text) ? Number(text) : 0;
    if (amount < 1 || amount > MOST_CREDITS) {
      return failed(`CREDITS is a whole number from 1 to ${MOST_CREDITS}, not '${text}'.`);
    }
    const now = clock.now();
    const gift = { userId: user.id, kind: 'grant', cause: `grant:${randomUUID()}`, amount, now } as const;
    await storage.db.transaction().execute((trx) => giveCredits(trx, gift));
    try {
      await payForWaiting(storage.db, queue, user.id, now);
    } catch (error) {
      // A failure here is only logged: the credits are stored, and an operator who read of a failure would give them
      // twice.
      log.error('What waits for credits could not be paid for', { error });
    }
    onAccountChanged(user.id);
    return done(`${user.email} has ${await readBalance(storage.db, user.id)} credits.`);
  },
  ledger: showLedger,
  async 'reset-password'(parts, user) {
    await requestPasswordReset(parts, user.email);
    const newest = await parts.storage.db
      .selectFrom('verification')
      .select('identifier')
      .where('value', '=', user.id)
      .where('identifier', 'like', 'reset-password:%')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    const token = newest.identifier.slice('reset-password:'.length);
    return done(`A mail is on its way to ${user.email}. The link in it:\n${resetLink(parts.publicUrl, token)}`);
  },
};

async function showAccounts({ storage }: ServerContext): Promise<string> {
  const accounts = await listAccounts(storage.db);
  if (accounts.length === 0) return 'No accounts yet.';
  const state = (accepted: boolean | null) => (accepted === null ? 'no profile' : accepted ? 'accepted' : 'waiting');
  const rows = accounts.map((account) => [
    printable(account.email),
    printable(account.username ?? ''),
    state(account.accepted),
    account.credits,
    account.createdAt,
  ]);
  return formatTable(['EMAIL', 'USERNAME', 'STATE', 'CREDITS', 'SINCE'], rows);
}
