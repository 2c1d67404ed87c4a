import { Hono } from 'hono';
import { findPackage } from '../../domain/credits/prices.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { SignedInViewer } from '../../protocol/account.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import {
  type Payment,
  paymentIntentRequest,
  sandboxAuthentication,
  sandboxConfirmation,
} from '../../protocol/payments.ts';
import { api } from '../../protocol/routes.ts';
import type { ServerContext } from '../server-context.ts';
import { recogniseViewer } from '../accounts/sessions.ts';
import type { Limit } from '../limits/limiter.ts';
import type { PaymentParts } from '../payments/settle.ts';
import { createPayment, receiveMessage } from '../payments/payments.ts';
import type { Sandbox } from '../payments/sandbox-provider.ts';
import { findOwnPayment, type PaymentRow } from '../storage/payments.ts';
import { findProfile, languageOfUser } from '../storage/profiles.ts';
import { wordsIn } from '../words/in-language.ts';
import { refuseWith } from './answers.ts';
import { readBody, readBytes } from './body.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { authHeaders, setCookies } from './cookies.ts';
import { idIn } from './path-id.ts';

const MOST_WEBHOOK_BYTES = 256 * 1024;
/** A thief who tries out stolen cards needs many tries; a buyer needs a few. */
const INTENTS: Limit = { burst: 20, refillMs: 30_000 };
const CARDS: Limit = { burst: 30, refillMs: 10_000 };

export interface PaymentRouteParts {
  readonly accounts: ServerContext;
  readonly payments: PaymentParts;
  /** The sandbox, where it takes the cards. */
  readonly sandbox: Sandbox | undefined;
}

export function createPaymentRoutes({ accounts, payments, sandbox }: PaymentRouteParts): App {
  const app = new Hono<AppEnv>();
  const intents = accounts.limits.limiter('payments', INTENTS);

  app.post(api.createPaymentIntent, async (c) => {
    const buyer = await findBuyer(accounts, c);
    if (!buyer.ok) return refuseWith(c, buyer.error);
    const body = await readBody(c, paymentIntentRequest);
    if (!body.ok) return refuseWith(c, body.error);
    const { amount, price, zone } = body.value.data;
    const creditPackage = findPackage(amount, price);
    if (creditPackage === undefined) return refuseWith(c, 'package-unknown');
    const wait = intents.take(buyer.value.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const created = await createPayment(payments, buyer.value.userId, creditPackage, zone);
    return created.ok ? c.json({ data: created.value }) : refuseWith(c, created.error);
  });

  // The webhook is registered before the route that takes any id.
  app.post(api.paymentWebhook, async (c) => {
    const body = await readBytes(c, MOST_WEBHOOK_BYTES);
    if (body === undefined) return refuseWith(c, 'payload-too-large');
    const received = await receiveMessage(payments, body, (name) => c.req.header(name));
    return received.ok ? c.json({ received: true }) : refuseWith(c, received.error);
  });

  app.get(api.payment, async (c) => {
    const found = await findOwn(c);
    return found.ok ? c.json({ payment: toPayment(found.value.payment) }) : refuseWith(c, found.error);
  });

  app.get(api.receipt, async (c) => {
    const found = await findOwn(c);
    if (!found.ok) return refuseWith(c, found.error);
    const { payment, buyer } = found.value;
    if (payment.paidAt === null) return refuseWith(c, 'payment-not-found');
    c.header('Content-Disposition', `attachment; filename="pushoff-receipt-${payment.id}.txt"`);
    const { receiptText } = wordsIn(await languageOfUser(accounts.storage.db, buyer.userId));
    return c.text(`Pushoff\n\n${receiptText(payment, buyer.email)}\n`);
  });

  async function findOwn(c: AppContext): Promise<Result<{ payment: PaymentRow; buyer: SignedInViewer }, ErrorCode>> {
    const buyer = await findBuyer(accounts, c);
    if (!buyer.ok) return buyer;
    const payment = await findOwnPayment(accounts.storage.db, buyer.value.userId, idIn(c, 'paymentId'));
    return payment === undefined ? refuse('payment-not-found') : ok({ payment, buyer: buyer.value });
  }

  if (sandbox !== undefined) addSandbox(app, accounts, sandbox);
  return app;
}

/**
 * The sandbox's side of a payment, as far as a browser sees it. A client that knows the secret of an intent may confirm
 * it.
 */
function addSandbox(app: App, { limits }: ServerContext, sandbox: Sandbox): void {
  const cards = limits.limiter('cards', CARDS);

  app.post(api.sandboxConfirm, async (c) => {
    const body = await readBody(c, sandboxConfirmation);
    if (!body.ok) return refuseWith(c, body.error);
    const wait = cards.take(body.value.clientSecret);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const confirmed = await sandbox.confirm(body.value);
    if (!confirmed.ok) return refuseWith(c, confirmed.error);
    if (confirmed.value.breaksOff) c.env.incoming.socket.destroy();
    return c.json(confirmed.value.outcome);
  });

  app.post(api.sandboxAuthenticate, async (c) => {
    const body = await readBody(c, sandboxAuthentication);
    if (!body.ok) return refuseWith(c, body.error);
    const answered = await sandbox.authenticate(body.value);
    return answered.ok ? c.json(answered.value) : refuseWith(c, answered.error);
  });
}

/** Buyers have an account: guests have none that credits could go to. */
async function findBuyer(accounts: ServerContext, c: AppContext): Promise<Result<SignedInViewer, ErrorCode>> {
  const { viewer, cookies } = await recogniseViewer(accounts, authHeaders(c));
  setCookies(c, cookies);
  if (viewer.kind === 'user') return ok(viewer);
  if (viewer.kind === 'anonymous') return refuse('account-required');
  return refuse((await hasNoProfile(accounts, c)) ? 'user-document-not-found' : 'unauthenticated');
}

async function hasNoProfile({ auth, storage }: ServerContext, c: AppContext): Promise<boolean> {
  const session = await auth.api.getSession({ headers: authHeaders(c) });
  return session !== null && (await findProfile(storage.db, session.user.id)) === undefined;
}

function toPayment({ id, amount, priceCents, state, problem, createdAt, paidAt }: PaymentRow): Payment {
  return { id, amount, priceCents, state, problem, createdAt, paidAt };
}
