import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import {
  createStripeIntents,
  invalid,
  showCharge,
  showIntent,
  type StripeIntent,
  type StripeIntents,
  StripeRefusal,
} from './stripe-intents.ts';

/**
 * A stand-in for Stripe on this machine: it implements the part of Stripe's HTTP API that this product uses, over real
 * sockets, and signs its webhooks with the official SDK. No card is charged and nothing leaves the machine.
 */
export interface StripeStandIn {
  readonly url: string;
  readonly keys: typeof KEYS;
  /** Environment variables for a server that uses this stand-in. */
  readonly environment: Readonly<Record<string, string>>;
  readonly intents: StripeIntents;
  /** Every call to the API, in the order of arrival. */
  readonly requests: readonly RecordedRequest[];
  readonly events: readonly StripeEvent[];
  /** Sets the behaviour for all further calls. */
  behave(how: Behaviour): void;
  /** The next `count` calls are carried out, and their connections are cut before the answer. */
  cutAnswers(count: number): void;
  signedWebhook(event: unknown, options?: SigningOptions): SignedWebhook;
  /** Sets the address to which events are sent, each as soon as it happens. */
  deliverTo(address: string): void;
  /** Sends the event, also if it has been sent before; returns the status of the answer. */
  send(event: StripeEvent): Promise<number>;
  stop(): Promise<void>;
}

/**
 * `silent`: accepts calls and never answers. `failing`, `limiting`: answers 500 or 429. `cutting`: closes the
 * connection.
 */
type Behaviour = 'well' | 'silent' | 'failing' | 'limiting' | 'cutting';

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly version: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly fields: Fields;
}

interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly data: { readonly object: unknown };
}

export interface SigningOptions {
  /** The time of signing, in milliseconds; default: now. */
  readonly at?: number;
  readonly secret?: string;
}

export interface SignedWebhook {
  readonly body: string;
  readonly headers: { readonly 'content-type': 'application/json'; readonly 'stripe-signature': string };
}

type Fields = ReadonlyMap<string, string>;
interface Answer {
  readonly status: number;
  readonly body: unknown;
}

// Invented keys: Stripe's own are longer.
const KEYS = {
  secretKey: 'sk_test_standIn',
  publishableKey: 'pk_test_standIn',
  webhookSecret: 'whsec_standIn',
} as const;

const CREATE_FIELDS = /^(amount|currency|description|metadata\[\w+\]|(expand|allowed_payment_method_types)\[\d+\])$/;

export async function startStripeStandIn(): Promise<StripeStandIn> {
  const intents = createStripeIntents();
  const requests: RecordedRequest[] = [];
  const events: StripeEvent[] = [];
  const saved = new Map<string, { readonly print: string; readonly answer: Answer }>();
  const sending = new Set<Promise<unknown>>();
  let behaviour: Behaviour = 'well';
  let cuts = 0;
  let destination: string | undefined;

  function happened(type: string, object: unknown): void {
    const event: StripeEvent = {
      id: `evt_${randomBytes(12).toString('hex')}`,
      object: 'event',
      type,
      data: { object },
    };
    events.push(event);
    if (destination === undefined) return;
    const sent = send(event).catch(() => 0);
    sending.add(sent);
    void sent.then(() => sending.delete(sent));
  }

  async function send(event: StripeEvent): Promise<number> {
    const { body, headers } = signedWebhook(event);
    return (await fetch(destination!, { method: 'POST', body, headers })).status;
  }

  /** Sends the events of an intent after a card was tried. */
  function tellOf(intent: StripeIntent): void {
    const types: Partial<Record<StripeIntent['status'], string>> = {
      succeeded: 'payment_intent.succeeded',
      processing: 'payment_intent.processing',
      requires_action: 'payment_intent.requires_action',
      requires_payment_method: 'payment_intent.payment_failed',
    };
    happened(types[intent.status] ?? 'payment_intent.created', showIntent(intent, []));
  }

  function perform({ method, path, fields }: RecordedRequest): unknown {
    const expand = listOf(fields, 'expand');
    const [, id = '', action] = /^\/v1\/payment_intents\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
    if (method === 'POST' && path === '/v1/payment_intents') return showIntent(create(fields), expand);
    if (method === 'GET' && id !== '' && action === undefined) return showIntent(intents.find(id), expand);
    if (method === 'POST' && action === '/cancel') {
      const intent = intents.cancel(id);
      happened('payment_intent.canceled', showIntent(intent, []));
      return showIntent(intent, expand);
    }
    if (method === 'POST' && path === '/v1/refunds') {
      const { id: refundId, charge, intent } = intents.refund(fields.get('payment_intent') ?? '');
      const refund = { id: refundId, object: 'refund', amount: charge.amount, charge: charge.id, status: 'succeeded' };
      happened('refund.created', { ...refund, payment_intent: intent.id });
      happened('charge.refunded', showCharge(intent, charge));
      return { ...refund, payment_intent: intent.id };
    }
    throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
  }

  function create(fields: Fields): StripeIntent {
    for (const name of fields.keys()) {
      if (name.startsWith('payment_method_types')) {
        const code = 'payment_method_types_no_longer_supported';
        throw invalid('payment_method_types is no longer supported on this API version.', { code });
      }
      if (!CREATE_FIELDS.test(name)) {
        throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
      }
    }
    const amount = fields.get('amount') ?? '';
    if (!/^\d+$/.test(amount)) {
      throw invalid(`Invalid integer: ${amount}`, { code: 'parameter_invalid_integer', param: 'amount' });
    }
    if (Number(amount) < 50) {
      throw invalid('The charge amount must be at least $0.50 usd.', { code: 'amount_too_small', param: 'amount' });
    }
    return intents.create({
      amount: Number(amount),
      currency: fields.get('currency') ?? '',
      description: fields.get('description') ?? null,
      metadata: hashOf(fields, 'metadata'),
      types: listOf(fields, 'allowed_payment_method_types'),
    });
  }

  function answer(request: RecordedRequest): Answer {
    if (request.key !== KEYS.secretKey) {
      const message = `Invalid API Key provided: ${request.key ?? ''}`;
      return { status: 401, body: { error: { type: 'invalid_request_error', message } } };
    }
    const { method, path, fields, idempotencyKey } = request;
    const print = JSON.stringify([method, path, [...fields].toSorted()]);
    const before = method === 'POST' && idempotencyKey !== undefined ? saved.get(idempotencyKey) : undefined;
    if (before !== undefined) return before.print === print ? before.answer : anotherRequest(idempotencyKey!);
    try {
      const done = { status: 200, body: perform(request) };
      if (idempotencyKey !== undefined) saved.set(idempotencyKey, { print, answer: done });
      return done;
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, body: { error: error.error } };
    }
  }

  function respondToCall(incoming: IncomingMessage, response: ServerResponse, body: string): void {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://stand-in');
    const header = (name: string) => incoming.headers[name] as string | undefined;
    const request: RecordedRequest = {
      method: incoming.method ?? '',
      path: pathname,
      key: /^Bearer (.+)$/.exec(header('authorization') ?? '')?.[1],
      version: header('stripe-version'),
      idempotencyKey: header('idempotency-key'),
      fields: new Map([...searchParams, ...new URLSearchParams(body)]),
    };
    requests.push(request);
    if (behaviour === 'silent') return;
    if (behaviour === 'cutting') return void incoming.socket.destroy();
    if (behaviour === 'limiting') return write(response, 429, refusal('rate_limit', 'Too many requests.'));
    if (behaviour === 'failing') return write(response, 500, refusal('api_error', 'An unknown error occurred'));
    const { status, body: answered } = answer(request);
    if (cuts > 0) {
      cuts -= 1;
      return void incoming.socket.destroy();
    }
    write(response, status, answered);
  }

  /** Answers to the stand-in of Stripe's script, which runs in the checkout page: other origins may call it. */
  function respondToScript(incoming: IncomingMessage, response: ServerResponse, body: string): void {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    if (incoming.method === 'OPTIONS') return write(response, 204);
    const { clientSecret, number } = JSON.parse(body) as { clientSecret: string; number?: string };
    try {
      const intent = intents.findBySecret(clientSecret);
      if (incoming.url === '/stand-in/confirm') intents.confirm(intent, number ?? '');
      else intents.answerBank(intent);
      const { id, status, lastError } = intent;
      tellOf(intent);
      write(response, 200, { paymentIntent: { id, status }, error: lastError });
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      write(response, 200, { error: { ...error.error, message: error.message } });
    }
  }

  const server = createServer((incoming, response) => {
    void readBody(incoming).then((body) => {
      const respond = incoming.url?.startsWith('/stand-in/') === true ? respondToScript : respondToCall;
      respond(incoming, response, body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    keys: KEYS,
    environment: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: KEYS.secretKey,
      STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
      STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
      STRIPE_API_URL: url,
    },
    intents,
    requests,
    events,
    behave: (how) => void (behaviour = how),
    cutAnswers: (count) => void (cuts = count),
    signedWebhook,
    deliverTo: (address) => void (destination = address),
    send,
    async stop() {
      await Promise.all(sending);
      await close(server);
    },
  };
}

export function signedWebhook(event: unknown, { at = Date.now(), secret }: SigningOptions = {}): SignedWebhook {
  const body = typeof event === 'string' ? event : JSON.stringify(event, null, 2);
  const signature = new Stripe(KEYS.secretKey).webhooks.generateTestHeaderString({
    payload: body,
    secret: secret ?? KEYS.webhookSecret,
    timestamp: Math.floor(at / 1000),
  });
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
}

const refusal = (type: string, message: string) => ({ error: { type, message } });

function anotherRequest(key: string): Answer {
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
    `Try using a key other than '${key}' if you meant to execute a different request.`;
  return { status: 400, body: { error: { type: 'idempotency_error', message } } };
}

/** `name[0]=a&name[1]=b`, as forms write a list. */
function listOf(fields: Fields, name: string): string[] {
  return [...fields].filter(([field]) => field.startsWith(`${name}[`)).map(([, value]) => value);
}

function hashOf(fields: Fields, name: string): Record<string, string> {
  const pairs = [...fields].filter(([field]) => field.startsWith(`${name}[`));
  return Object.fromEntries(pairs.map(([field, value]) => [field.slice(name.length + 1, -1), value]));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function write(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${randomBytes(7).toString('hex')}`,
  });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
