import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Page } from '../../protocol/routes.ts';
import type { Clock } from '../clock.ts';
import type { PaymentsConfig } from '../config.ts';
import type { Log } from '../log.ts';
import { refuseWith } from './answers.ts';
import { addressKey, clientAddressOf, type ProxyList } from './client-address.ts';
import type { AppEnv } from './context.ts';
import { createLimiter, type Limit } from './limiter.ts';

type Guard = MiddlewareHandler<AppEnv>;

/** A request id on every log line and every refusal. The query is not logged: it may hold a key. */
export function identify(log: Log, proxies: ProxyList, clock: Clock): Guard {
  return async (c, next) => {
    const started = clock.now();
    const requestId = randomUUID();
    const remote = c.env.incoming.socket.remoteAddress ?? 'unknown';
    c.set('requestId', requestId);
    c.set('address', clientAddressOf(remote, c.req.header('x-forwarded-for'), proxies));
    c.set('log', log.with({ requestId }));
    await next();
    c.header('X-Request-Id', requestId);
    const fields = { method: c.req.method, path: c.req.path, status: c.res.status, ms: clock.now() - started };
    c.get('log').info('request', fields);
  };
}

/** What a page may load, and from where; anything that is not named is not allowed. */
type Sources = Readonly<Record<string, readonly string[]>>;

const ORDINARY: Sources = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'media-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/** As Stripe asks for its card field: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE: Sources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
};

const CHECKOUT: Page = '/checkout';

function policyOf(...added: readonly Sources[]): string {
  const names = new Set([ORDINARY, ...added].flatMap((sources) => Object.keys(sources)));
  const sourcesOf = (name: string) => [ORDINARY, ...added].flatMap((sources) => sources[name] ?? []);
  return Array.from(names, (name) => [name, ...sourcesOf(name)].join(' ')).join('; ');
}

/** The checkout alone is opened to whoever takes the card; the sandbox needs nobody. */
function checkoutPolicyOf(payments: PaymentsConfig): string {
  if (payments.provider === 'sandbox') return policyOf();
  return policyOf(STRIPE, payments.apiUrl === undefined ? {} : { 'connect-src': [payments.apiUrl] });
}

export function secureHeaders(publicUrl: string, payments: PaymentsConfig): Guard {
  const isSecure = publicUrl.startsWith('https:');
  const policy = policyOf();
  const checkoutPolicy = checkoutPolicyOf(payments);
  return async (c, next) => {
    await next();
    c.header('Content-Security-Policy', c.req.path === CHECKOUT ? checkoutPolicy : policy);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    c.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    if (isSecure) c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  };
}

/** Forty phones behind one venue address fit in many times over; a flood does not. */
const REQUESTS: Limit = { burst: 3000, refillMs: 5 };

export function limitRequests(clock: Clock): Guard {
  const limiter = createLimiter(REQUESTS, clock);
  return async (c, next) => {
    const wait = limiter.take(addressKey(c.get('address')));
    return wait > 0 ? refuseWith(c, 'too-many-requests', wait) : next();
  };
}

/** A browser says where a request that changes something comes from; a request from another site is refused. */
export function refuseOtherOrigins(publicUrl: string): Guard {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    return isOwnOrigin((name) => c.req.header(name), publicUrl) ? next() : refuseWith(c, 'origin-refused');
  };
}

export function isOwnOrigin(header: (name: string) => string | undefined, publicUrl: string): boolean {
  const origin = header('origin');
  const isOurs = origin === undefined || origin === publicUrl || hostOf(origin) === header('host');
  return isOurs && header('sec-fetch-site') !== 'cross-site';
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
