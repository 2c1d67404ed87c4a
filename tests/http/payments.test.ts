import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import type { AccountSnapshot } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { checkDue, payWhatWaits } from '../../src/server/payments/reconcile.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { batchOf, createEvent } from '../support/commands.ts';
import { enginesOf } from '../support/database.ts';
import { openLive } from '../support/live-client.ts';
import { waitForMail } from '../support/mails.ts';
import { arrive, PASSWORD, snapshot } from '../support/people.ts';
import {
  authenticate,
  beginPurchase,
  creditsOf,
  payWith,
  readPayment,
  until,
  untilPaid,
} from '../support/purchases.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

const PAYS = '4242424242424242';
const DECLINED = '4000000000000002';
const ASKS = '4000002500003155';
const ASKS_THEN_DECLINES = '4000008400001629';
const BREAKS_OFF = '4000000000000119';
const HOUR = 3_600_000;

describe.each(enginesOf('postgres'))('payments on %s', (engine) => {
  let server: TestServer;
  let isDown = false;
  let later = 0;
  beforeAll(async () => {
    const clock = { now: () => epochMs(Date.now() + later) };
    server = await startTestServer(engine, { clock, sandboxFaults: { isDown: () => isDown } });
  });
  afterAll(() => server.stop());
  const admin = (...words: string[]) => askRunningServer(server.dataDir, words);
  const delivered = () =>
    until(async () => (await server.db.selectFrom('sandboxDeliveries').select('id').execute()).length === 0);

  test('[P3] [P7] a card pays, and the credits arrive once, live, with a receipt by mail', async () => {
    const { client, person } = await arrive(server);
    const tab = await openLive(server.url, client.cookie);
    tab.send({ type: 'follow-account' });
    await tab.until('account');
    const { clientSecret, paymentId } = await beginPurchase(client);
    expect(await readPayment(client, paymentId)).toMatchObject({ state: 'open', amount: 150, priceCents: 900 });
    expect(await payWith(client, clientSecret, PAYS)).toEqual({ status: 'succeeded' });
    await tab.until('credits', ({ credits }) => credits === 250);
    expect(await readPayment(client, paymentId)).toMatchObject({ state: 'paid', problem: null });
    const mail = await waitForMail(
      server.dataDir,
      ({ to, subject }) => to === person.email && subject === 'Your receipt: 150 credits for $9.00',
    );
    expect(mail.text).toContain(paymentId);
    const receipt = await (await client.get(api.receipt.replace(':paymentId', paymentId))).text();
    for (const words of ['150 Pushoff credits', '$9.00 USD', person.email, 'Test mode']) {
      expect(receipt).toContain(words);
    }
    // The last message is sent twice.
    await delivered();
    const messages = await server.db
      .selectFrom('paymentMessages')
      .select('type')
      .where('paymentId', '=', paymentId)
      .execute();
    expect(messages.map(({ type }) => type).toSorted()).toEqual(['charge.succeeded', 'payment_intent.succeeded']);
    expect(await creditsOf(client)).toBe(250);
    await tab.close();
  });

  test('a declined card says why, and the same payment is paid with another one', async () => {
    const { client } = await arrive(server);
    const first = await beginPurchase(client, 350, 19);
    expect(await payWith(client, first.clientSecret, DECLINED)).toEqual({
      status: 'failed',
      message: 'Your card was declined.',
    });
    await until(async () => (await readPayment(client, first.paymentId)).problem === 'Your card was declined.');
    const second = await beginPurchase(client, 350, 19);
    expect(second).toEqual(first);
    expect(await payWith(client, second.clientSecret, PAYS)).toEqual({ status: 'succeeded' });
    await untilPaid(client, second.paymentId);
    await delivered();
    expect(await creditsOf(client)).toBe(450);
  });

  test('a payment that the bank asks about is paid after a confirmation, and not without one', async () => {
    const { client } = await arrive(server);
    const { clientSecret, paymentId } = await beginPurchase(client);
    const asked = { status: 'requires_action' };
    expect(await payWith(client, clientSecret, ASKS)).toEqual(asked);
    expect(await authenticate(client, clientSecret, 'fail')).toMatchObject({ status: 'failed' });
    expect(await payWith(client, clientSecret, ASKS_THEN_DECLINES)).toEqual(asked);
    expect(await authenticate(client, clientSecret, 'complete')).toMatchObject({ status: 'failed' });
    expect(await creditsOf(client)).toBe(100);
    expect(await payWith(client, clientSecret, ASKS)).toEqual(asked);
    expect(await authenticate(client, clientSecret, 'complete')).toEqual({ status: 'succeeded' });
    await untilPaid(client, paymentId);
  });

  test('a connection that breaks off before the answer costs nobody the credits', async () => {
    const { client } = await arrive(server);
    const { clientSecret, paymentId } = await beginPurchase(client);
    await expect(payWith(client, clientSecret, BREAKS_OFF)).rejects.toThrow();
    await untilPaid(client, paymentId);
    expect(await payWith(client, clientSecret, PAYS), 'sent again').toEqual({ status: 'succeeded' });
    await delivered();
    expect(await creditsOf(client)).toBe(250);
  });

  test('[P2] pressed twice, in two tabs, confirmed twenty times at once: it is one payment', async () => {
    const { client } = await arrive(server);
    const begun = await Promise.all(Array.from({ length: 5 }, () => beginPurchase(client)));
    expect(new Set(begun.map(({ paymentId }) => paymentId)).size).toBe(1);
    const { clientSecret, paymentId } = begun[0]!;
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => payWith(client, clientSecret, PAYS)));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['succeeded']));
    await untilPaid(client, paymentId);
    await delivered();
    expect(await creditsOf(client)).toBe(250);
    const next = await beginPurchase(client);
    expect(next.paymentId).not.toBe(paymentId);
  });

  test('[P2] while a payment is confirmed elsewhere, no second one is begun for the same package', async () => {
    const { client } = await arrive(server);
    const { paymentId } = await beginPurchase(client);
    // The intent is paid at the provider, before any message about it.
    await server.db.updateTable('sandboxIntents').set({ state: 'paid' }).where('paymentId', '=', paymentId).execute();
    const again = await client.post(api.createPaymentIntent, { data: { amount: 150, price: 9 } });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'payment-in-progress' } } });
    expect(await readPayment(client, paymentId)).toMatchObject({ state: 'paid' });
  });

  test('[P5] a payment whose message was lost is found by asking, also by the operator', async () => {
    const { client } = await arrive(server);
    for (const find of [() => admin('reconcile'), () => checkDue(server.payments)]) {
      const { paymentId } = await beginPurchase(client);
      await server.db.updateTable('sandboxIntents').set({ state: 'paid' }).where('paymentId', '=', paymentId).execute();
      expect(await checkDue(server.payments), 'a message may still come').toBe(0);
      expect((await readPayment(client, paymentId)).state).toBe('open');
      later += 61_000;
      await find();
      expect((await readPayment(client, paymentId)).state).toBe('paid');
    }
    expect(await creditsOf(client)).toBe(400);
  });

  test('[P5] a provider that is down for an hour costs nothing but the wait', async () => {
    const { client } = await arrive(server);
    const { clientSecret, paymentId } = await beginPurchase(client);
    isDown = true;
    try {
      const refused = await client.post(api.createPaymentIntent, { data: { amount: 350, price: 19 } });
      expect(refused).toMatchObject({
        status: 503,
        body: { error: { code: 'no-client-secret', message: 'Failed to get client secret.' } },
      });
      await payWith(client, clientSecret, PAYS);
      for (const _ of Array.from({ length: 10 })) {
        later += HOUR / 10;
        await checkDue(server.payments);
      }
      expect((await readPayment(client, paymentId)).state).toBe('open');
    } finally {
      isDown = false;
    }
    later += HOUR;
    await checkDue(server.payments);
    expect((await readPayment(client, paymentId)).state).toBe('paid');
    await delivered();
    expect(await creditsOf(client)).toBe(250);
  });

  test('[P5] a payment that is not made within a day can no longer be made', async () => {
    const { client } = await arrive(server);
    const { clientSecret, paymentId } = await beginPurchase(client);
    later += 25 * HOUR;
    await checkDue(server.payments);
    expect((await readPayment(client, paymentId)).state).toBe('cancelled');
    expect(await payWith(client, clientSecret, PAYS)).toMatchObject({ status: 'failed' });
    expect((await beginPurchase(client)).paymentId).not.toBe(paymentId);
  });

  test('[P6] a refund takes back the credits that are left, and records the rest as owed', async () => {
    const { client, person } = await arrive(server);
    const { clientSecret, paymentId } = await beginPurchase(client);
    expect(await admin('refund', paymentId)).toMatchObject({
      ok: false,
      text: expect.stringContaining('not been paid'),
    });
    await payWith(client, clientSecret, PAYS);
    await untilPaid(client, paymentId);
    const events = Array.from({ length: 8 }, () => createEvent());
    await client.post(api.commands, batchOf(...events));
    expect(await creditsOf(client)).toBe(90);
    expect(await admin('refund', paymentId)).toMatchObject({ ok: true, text: expect.stringContaining('60') });
    expect(await creditsOf(client)).toBe(0);
    const stored = await server.db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst();
    expect(stored).toMatchObject({ state: 'refunded', refundedCents: 900, takenBack: 90, owed: 60 });
    expect(await admin('refund', paymentId)).toMatchObject({ ok: false, text: expect.stringContaining('already') });
    await delivered();
    expect(await creditsOf(client)).toBe(0);
    const mail = await waitForMail(server.dataDir, ({ to, subject }) => to === person.email && /refund/.test(subject));
    expect(mail.text).toContain('We took 90 credits out of your account');
  });

  test('[P10] an event that waits for credits opens when they arrive', async () => {
    const { client } = await arrive(server);
    const eventIds = Array.from({ length: 6 }, () => randomUUID());
    await client.post(api.commands, batchOf(...eventIds.map((eventId) => createEvent(eventId))));
    const waiting = async () => {
      const { events } = (await (await client.get(api.account)).json()) as AccountSnapshot;
      return events.filter(({ awaitingCredits }) => awaitingCredits).length;
    };
    expect(await waiting()).toBe(1);
    const { clientSecret } = await beginPurchase(client);
    await payWith(client, clientSecret, PAYS);
    await until(async () => (await waiting()) === 0);
    expect(await creditsOf(client)).toBe(130);
  });

  test('an event left waiting by a server that stopped at that moment is paid for later', async () => {
    const { client, person } = await arrive(server);
    await client.post(api.commands, batchOf(...Array.from({ length: 6 }, () => createEvent())));
    // The credits have arrived, but the waiting event was not paid.
    const user = await server.db.selectFrom('user').select('id').where('email', '=', person.email).executeTakeFirst();
    const gift = {
      userId: user!.id,
      kind: 'grant',
      cause: `grant:${randomUUID()}`,
      amount: 25,
      now: Date.now(),
    } as const;
    await server.db.transaction().execute((trx) => giveCredits(trx, gift));
    expect(await creditsOf(client)).toBe(25);
    await payWhatWaits(server.payments);
    expect(await creditsOf(client)).toBe(5);
    await payWhatWaits(server.payments);
    expect(await creditsOf(client)).toBe(5);
  });

  test('an account that is deleted before its credits arrive stops nothing', async () => {
    const { client } = await arrive(server);
    const { clientSecret, paymentId } = await beginPurchase(client);
    expect((await client.post(api.deleteAccount, { password: PASSWORD })).status).toBe(200);
    await payWith(client, clientSecret, PAYS);
    const stateOf = async () => server.db.selectFrom('payments').select('state').where('id', '=', paymentId).execute();
    await until(async () => (await stateOf())[0]?.state === 'paid');
    expect(await admin('audit')).toMatchObject({ ok: true });
  });

  test.each([
    ['another package’s price', { amount: 150, price: 19 }],
    ['an amount in no package', { amount: 151, price: 9 }],
    ['a negative amount', { amount: -150 }],
    ['a fraction', { amount: 150.5 }],
    ['a string', { amount: '150' }],
    ['a price as a string', { amount: 150, price: '9' }],
    ['2^53+1', { amount: Number('9007199254740993') }],
    ['nothing', {}],
    ['a price of null', { amount: 150, price: null }],
  ])('[P1] %s is no package, and nothing is stored', async (_, data) => {
    const { client } = await arrive(server);
    const before = await snapshot(server);
    const answer = await client.post(api.createPaymentIntent, { data });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'package-unknown' } } });
    expect(await snapshot(server)).toEqual(before);
  });

  test('[P8] guests cannot buy, and nobody sees another account’s payment', async () => {
    const nobody = server.client();
    const guest = server.client();
    await guest.post(api.anonymous);
    const { client: owner } = await arrive(server);
    const { client: other } = await arrive(server);
    const { paymentId } = await beginPurchase(owner);
    const request = { data: { amount: 150, price: 9 } };
    expect((await nobody.post(api.createPaymentIntent, request)).body.error.code).toBe('unauthenticated');
    expect((await guest.post(api.createPaymentIntent, request)).body.error.code).toBe('account-required');
    for (const path of [api.payment, api.receipt]) {
      const [theirs, none] = await Promise.all(
        [paymentId, randomUUID()].map(async (id) => other.get(path.replace(':paymentId', id))),
      );
      expect(theirs!.status).toBe(404);
      expect(none!.status).toBe(404);
    }
    expect((await owner.get(api.receipt.replace(':paymentId', paymentId))).status, 'not paid yet').toBe(404);
  });

  test('an account without a profile is told so', async () => {
    const { client, person } = await arrive(server);
    const user = await server.db.selectFrom('user').select('id').where('email', '=', person.email).executeTakeFirst();
    await server.db.deleteFrom('profiles').where('userId', '=', user!.id).execute();
    const answer = await client.post(api.createPaymentIntent, { data: { amount: 150, price: 9 } });
    expect(answer).toMatchObject({ status: 404, body: { error: { message: 'User document not found' } } });
  });

  test('[P9] a card that a bank has issued is refused and kept nowhere', async () => {
    const { client } = await arrive(server);
    const { clientSecret } = await beginPurchase(client);
    const issued = '4111111111111111';
    const card = { number: issued, expiry: '12/40', cvc: '123' };
    const answer = await client.post(api.sandboxConfirm, { clientSecret, card });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'card-not-for-tests' } } });
    expect(server.logged.join('\n')).not.toContain(issued);
    expect(
      (await client.post(api.sandboxConfirm, { clientSecret: 'pi_x', card: { ...card, number: PAYS } })).status,
    ).toBe(404);
  });
});
