import { setTimeout as sleep } from 'node:timers/promises';
import { CREDIT_PACKAGES, type CreditPackage } from '../../src/domain/credits/prices.ts';
import {
  type CardOutcome,
  type PaymentAnswer,
  type PaymentIntentAnswer,
  TEST_CARDS,
  type TestCardOutcome,
} from '../../src/protocol/payments.ts';
import { api } from '../../src/protocol/routes.ts';
import { type Client, type SeenPayment, tally } from './books.ts';
import { codeOf, type Reply } from './caller.ts';

/** Longer than a message takes; a message lost with the server is found later. */
const WAIT_MS = 2500;
const LOOK_MS = 100;

type Way = TestCardOutcome['kind'] | 'abandons' | 'confirms twice';

const WAYS: readonly (readonly [number, Way])[] = [
  [5, 'pays'],
  [2, 'confirms twice'],
  [3, 'declines'],
  [3, 'asks'],
  [1, 'asks-then-declines'],
  [2, 'breaks-off'],
  [2, 'abandons'],
];

/** Small packages, so that credits stay scarce. */
const PACKAGES: readonly (readonly [number, CreditPackage])[] = CREDIT_PACKAGES.map((each) => [
  each.priceUsd < 10 ? 8 : each.priceUsd < 20 ? 2 : 1,
  each,
]);

/** A checkout from beginning to end, with any card. Clients of one account may share the same payment. */
export async function buy(client: Client): Promise<void> {
  const { random } = client;
  const payment = await begin(client, random.weigh(PACKAGES));
  if (payment === undefined) return;
  const way = random.weigh(WAYS);
  tally(client.run, `card: ${way}`);
  if (way === 'abandons') return;
  await (way === 'confirms twice' ? confirmTwice(client, payment) : confirm(client, payment, way));
  if (payment.isPaid && random.chance(0.6)) await waitForCredits(client, payment);
}

/** Pays with a valid card. */
export async function pay(client: Client, creditPackage: CreditPackage): Promise<SeenPayment> {
  const payment = await begin(client, creditPackage);
  if (payment === undefined) throw new Error('A payment could not be begun');
  await confirm(client, payment, 'pays');
  return payment;
}

async function begin({ run, account, caller }: Client, wanted: CreditPackage): Promise<SeenPayment | undefined> {
  const data = { amount: wanted.amount, price: wanted.priceUsd };
  const reply = await caller.post(api.createPaymentIntent, { data });
  if (reply.status !== 200) {
    const code = codeOf(reply) ?? String(reply.status);
    tally(run, `checkout: ${code}`);
    // Another client of the account has just paid it, or this client has asked too often.
    if (code !== 'payment-in-progress' && code !== 'too-many-requests') {
      run.surprises.push(`${account.email}: no payment was begun: ${code}`);
    }
    return undefined;
  }
  const { clientSecret, paymentId: id } = (reply.body as PaymentIntentAnswer).data;
  const known = account.payments.get(id);
  if (known !== undefined) return known;
  const flags = { mayBePaid: false, bankAsked: false, bankTold: false, isPaid: false, refundAsked: false };
  const payment: SeenPayment = { id, clientSecret, creditPackage: wanted, ...flags };
  account.payments.set(id, payment);
  return payment;
}

async function confirm(client: Client, payment: SeenPayment, way: TestCardOutcome['kind']): Promise<void> {
  const { run, caller, random } = client;
  const card = random.pick(TEST_CARDS.filter(({ outcome }) => outcome.kind === way));
  const isSurelyPaid = way === 'pays' || way === 'breaks-off';
  payment.mayBePaid ||= isSurelyPaid;
  payment.bankAsked ||= way === 'asks';
  const request = { clientSecret: payment.clientSecret, card: { number: card.number, expiry: '12/40', cvc: '123' } };
  const reply =
    way === 'breaks-off'
      ? await caller.postOnce(api.sandboxConfirm, request)
      : await caller.post(api.sandboxConfirm, request);
  if (reply === undefined) {
    tally(run, 'broke off');
    // The page asks for the outcome, and the card is tried once more only without one.
    if (!(await waitForCredits(client, payment))) await confirm(client, payment, 'pays');
    return;
  }
  const outcome = note(client, payment, reply, isSurelyPaid);
  if (outcome?.status === 'requires_action') await answerBank(client, payment);
}

async function answerBank(client: Client, payment: SeenPayment): Promise<void> {
  const { caller, random, run } = client;
  const does = random.weigh([
    [6, 'complete'],
    [2, 'fail'],
    [1, 'nothing'],
  ]);
  tally(run, `bank: ${does}`);
  if (does === 'nothing') return;
  payment.bankTold ||= does === 'complete';
  const request = { clientSecret: payment.clientSecret, outcome: does };
  note(client, payment, await caller.post(api.sandboxAuthenticate, request));
}

async function confirmTwice(client: Client, payment: SeenPayment): Promise<void> {
  await Promise.all([confirm(client, payment, 'pays'), confirm(client, payment, 'pays')]);
}

function note(client: Client, payment: SeenPayment, reply: Reply, isSurelyPaid = false): CardOutcome | undefined {
  const { run } = client;
  if (reply.status !== 200) {
    tally(run, `card refused: ${codeOf(reply)}`);
    if (codeOf(reply) !== 'too-many-requests') run.surprises.push(`A card got ${JSON.stringify(reply.body)}`);
    return undefined;
  }
  const outcome = reply.body as CardOutcome;
  tally(run, `outcome: ${outcome.status}`);
  if (outcome.status === 'succeeded') payment.isPaid = true;
  else if (isSurelyPaid) run.surprises.push(`${payment.id}: a card that pays got ${JSON.stringify(outcome)}`);
  return outcome;
}

async function waitForCredits({ run, caller }: Client, payment: SeenPayment): Promise<boolean> {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(LOOK_MS)) {
    const reply = await caller.get(api.payment.replace(':paymentId', payment.id));
    if (reply.status !== 200) {
      run.surprises.push(`${payment.id} could not be read: ${JSON.stringify(reply.body)}`);
      return false;
    }
    const { state } = (reply.body as PaymentAnswer).payment;
    if (state === 'paid' || state === 'refunded') {
      payment.isPaid = true;
      return true;
    }
  }
  tally(run, 'waited in vain');
  return false;
}
