import type { ServerContext } from '../server-context.ts';
import { listTransfers } from '../storage/credit-history.ts';
import type { Database } from '../storage/engine.ts';
import { readBalance } from '../storage/ledger.ts';
import { type Audit, auditLedger, joinAudits } from '../storage/ledger-audit.ts';
import { auditPayments } from '../storage/payment-audit.ts';
import type { UserRow } from '../storage/users.ts';
import { type AdminAnswer, done, failed, formatTable, printable } from './answers.ts';

export const ledgerUsage = `  ledger EMAIL             every movement of an account's credits
  audit                    count the whole ledger again, and say what does not balance`;

export async function showLedger({ storage: { db } }: ServerContext, { id, email }: UserRow): Promise<AdminAnswer> {
  const lines = await listTransfers(db, id);
  const balance = `${email} has ${await readBalance(db, id)} credits.`;
  if (lines.length === 0) return done(balance);
  const rows = lines.map(({ number, createdAt, kind, subject, amount, balance: after, cause }) => [
    number,
    new Date(createdAt).toISOString(),
    kind,
    printable(subject ?? ''),
    amount,
    after,
    printable(cause),
  ]);
  const table = formatTable(['NUMBER', 'DATE', 'KIND', 'FOR', 'AMOUNT', 'BALANCE', 'CAUSE'], rows);
  return done(`${table}\n\n${balance}`);
}

/** Audits, which all see the database at one moment. */
const audits: readonly ((db: Database, now: number) => Promise<Audit>)[] = [auditLedger, auditPayments];

export async function audit({ storage: { db }, clock }: ServerContext): Promise<AdminAnswer> {
  const { counts, findings } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const found: Audit[] = [];
      for (const run of audits) found.push(await run(trx, clock.now()));
      return joinAudits(...found);
    });
  const figures = formatTable(['COUNTED', ''], Object.entries({ ...counts, findings: findings.length }));
  if (findings.length === 0) return done(`${figures}\n\nEverything balances.`);
  return failed(`${figures}\n\n${findings.map(printable).join('\n')}`);
}
