import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveToAccount, takeUpToFromAccount } from '../../src/server/storage/ledger.ts';
import { auditPayments } from '../../src/server/storage/payment-audit.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { engines, openTestStorage } from '../support/database.ts';

const NOW = 1_800_000_000_000;
const DAY = 24 * 3_600_000;

describe.each(engines)('the audit of payments on %s', (engine) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openTestStorage(engine);
  });
  afterAll(() => storage.close());

  interface Made {
    readonly state?: 'open' | 'paid' | 'cancelled' | 'refunded';
    readonly paidAt?: number | null;
    readonly createdAt?: number;
    readonly refundedCents?: number;
    readonly takenBack?: number;
    readonly owed?: number;
    readonly problem?: string;
  }

  async function newPayment(made: Made = {}): Promise<{ id: string; account: string }> {
    const [id, account] = [randomUUID(), randomUUID()];
    await storage.db
      .insertInto('creditAccounts')
      .values({ id: account, kind: 'user', userId: null, createdAt: NOW })
      .execute();
    await storage.db
      .insertInto('payments')
      .values({
        id,
        account,
        provider: 'sandbox',
        intentId: `pi_${id}`,
        amount: 150,
        priceCents: 900,
        state: 'paid',
        paidAt: NOW,
        createdAt: NOW,
        nextCheckAt: NOW,
        ...made,
      })
      .execute();
    return { id, account };
  }
  const credit = (id: string, account: string, cause = `purchase:${id}`, amount = 150) =>
    storage.db
      .transaction()
      .execute((trx) => giveToAccount(trx, { account, kind: 'purchase', cause, subjectId: id, amount, now: NOW }));
  const takeBack = (id: string, account: string, amount: number) =>
    storage.db
      .transaction()
      .execute((trx) =>
        takeUpToFromAccount(trx, { account, kind: 'refund', cause: `refund:${id}`, subjectId: id, amount, now: NOW }),
      );
  const findings = async () => (await auditPayments(storage.db, NOW)).findings;

  test('correct payments are not reported', async () => {
    const paid = await newPayment();
    await credit(paid.id, paid.account);
    const refunded = await newPayment({ state: 'refunded', refundedCents: 900, takenBack: 100, owed: 50 });
    await credit(refunded.id, refunded.account);
    await takeBack(refunded.id, refunded.account, 100);
    await newPayment({ state: 'open', paidAt: null });
    await newPayment({ state: 'cancelled', paidAt: null });
    expect(await auditPayments(storage.db, NOW)).toMatchObject({
      counts: { payments: 4, 'payments open': 1, 'payments paid': 1, 'payments refunded': 1, 'credits owed': 50 },
      findings: [],
    });
  });

  test.each<[string, () => Promise<void>, string]>([
    ['a payment without its credit', async () => void (await newPayment()), 'was paid and not credited'],
    [
      'a credit without its payment',
      async () => {
        const { account } = await newPayment({ state: 'cancelled', paidAt: null });
        await credit(randomUUID(), account);
      },
      'has no payment',
    ],
    [
      'a payment that was credited twice',
      async () => {
        const { id, account } = await newPayment();
        await credit(id, account);
        await credit(id, account, `purchase:${id}:again`);
      },
      'was credited a second time',
    ],
    [
      'a payment that was credited and not paid',
      async () => {
        const { id, account } = await newPayment({ state: 'open', paidAt: null });
        await credit(id, account);
      },
      'was credited and not paid',
    ],
    [
      'another amount',
      async () => {
        const { id, account } = await newPayment();
        await credit(id, account, `purchase:${id}`, 1000);
      },
      'with another amount',
    ],
    [
      'a refund that took nothing back',
      async () => {
        const { id, account } = await newPayment({ state: 'refunded', refundedCents: 900 });
        await credit(id, account);
      },
      'is not what is due',
    ],
    [
      'credits taken back that the payment knows nothing of',
      async () => {
        const { id, account } = await newPayment();
        await credit(id, account);
        await takeBack(id, account, 10);
      },
      'the ledger says otherwise',
    ],
    [
      'a payment that is open for days',
      async () => void (await newPayment({ state: 'open', paidAt: null, createdAt: NOW - 3 * DAY })),
      'has been open for more than a day',
    ],
  ])('%s is found', async (_, make, words) => {
    const before = await findings();
    await make();
    const added = (await findings()).filter((finding) => !before.includes(finding));
    expect(added).toEqual([expect.stringContaining(words)]);
  });
});
