import { sql } from 'kysely';
import type { Database } from './engine.ts';
import type { Audit } from './ledger-audit.ts';

/** Payments open for longer than this are stuck. */
const STUCK_MS = 26 * 3_600_000;

/** Checks every payment with its credits, and every purchase with its payment. */
export async function auditPayments(db: Database, now: number): Promise<Audit> {
  const payments = await db.selectFrom('payments').selectAll().execute();
  const transfers = await db
    .selectFrom('creditTransfers')
    .select(['cause', 'kind', 'subjectId', 'account', 'amount'])
    .where('kind', 'in', ['purchase', 'refund'])
    .execute();
  const findings: string[] = [];
  const bought = new Map<string | null, (typeof transfers)[number]>();
  const takenBack = new Map<string | null, number>();
  for (const each of transfers) {
    const { kind, subjectId, amount, cause } = each;
    if (kind === 'refund') takenBack.set(subjectId, (takenBack.get(subjectId) ?? 0) + amount);
    else if (bought.has(subjectId)) findings.push(`Payment ${subjectId ?? '?'} was credited a second time (${cause}).`);
    else bought.set(subjectId, each);
  }
  for (const payment of payments) {
    const { id, state, paidAt, amount, account, refundedCents, priceCents, owed } = payment;
    const purchase = bought.get(id);
    bought.delete(id);
    if (paidAt !== null && purchase === undefined) findings.push(`Payment ${id} was paid and not credited.`);
    if (paidAt === null && purchase !== undefined) findings.push(`Payment ${id} was credited and not paid.`);
    if (purchase !== undefined && (purchase.amount !== amount || purchase.account !== account)) {
      findings.push(`Payment ${id} was credited with another amount, or to somebody else.`);
    }
    if ((takenBack.get(id) ?? 0) !== payment.takenBack) {
      findings.push(`Payment ${id} says that ${payment.takenBack} credits were taken back; the ledger says otherwise.`);
    }
    takenBack.delete(id);
    const due = refundedCents >= priceCents ? amount : Math.floor((amount * refundedCents) / priceCents);
    if (payment.takenBack + owed !== due)
      findings.push(`Payment ${id}: what was taken back and owed is not what is due.`);
    if (state === 'open' && payment.createdAt < now - STUCK_MS) {
      findings.push(`Payment ${id} has been open for more than a day. To ask the provider: npm run admin -- reconcile`);
    }
    if (state === 'open' && payment.problem !== null && /price/.test(payment.problem)) {
      findings.push(`Payment ${id} was paid with an amount that is not its price, and not credited.`);
    }
  }
  for (const { cause } of bought.values()) findings.push(`The purchase ${cause} has no payment.`);
  for (const subjectId of takenBack.keys()) findings.push(`The refund of ${subjectId ?? 'nothing'} has no payment.`);
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from "paymentMessages" where "paymentId" is null and "intentId" is not null`.execute(db);
  const count = (wanted: string) => payments.filter(({ state }) => state === wanted).length;
  return {
    counts: {
      payments: payments.length,
      'payments open': count('open'),
      'payments paid': count('paid'),
      'payments refunded': count('refunded'),
      'credits owed': payments.reduce((sum, { owed }) => sum + owed, 0),
      'messages about no payment of ours': Number(rows[0]!.count),
    },
    findings,
  };
}
