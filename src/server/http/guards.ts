import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { CAMERA_POLICY, DERIVER_POLICY, READER_POLICY, TRUSTED_TYPES_POLICY } from '../../protocol/page-data.ts';
import type { Page } from '../../protocol/routes.ts';
import { SCHEMA_HEADER, SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { addressKey, clientAddressOf, type ProxyList } from '../addresses/client-address.ts';
import { isOwnOrigin } from '../addresses/origins.ts';
import type { Clock } from '../clock.ts';
import type { PaymentsConfig } from '../config.ts';
import type { Limit } from '../limits/limiter.ts';
import type { SharedLimits } from '../limits/shared-limits.ts';
import type { Log } from '../log.ts';
import type { HttpMeter } from '../metrics/http-meter.ts';
import { refuseWith } from './answers.ts';
import { type AppEnv, headerIn } from './context.ts';

type Guard = MiddlewareHandler<AppEnv>;

/** Limit on a logged path, longer than every real path. */
const MOST_OF_PATH = 200;

/** Every log line and every refusal carries a request id. The query is not logged: it may hold a key. */
export function identify(log: Log, proxies: ProxyList, clock: Clock): Guard {
  return async (c, next) => {
    const started = clock.now();
    const requestId = randomUUID();
    const remote = c.env.incoming.socket.remoteAddress ?? 'unknown';
    c.set('requestId', requestId);
    c.set('address', clientAddressOf(remote, headerIn(c, 'x-forwarded-for'), proxies));
    c.set('log', log.with({ requestId }));
    c.env.outgoing.setHeader('X-Request-Id', requestId);
    await next();
    const path = c.req.path.slice(0, MOST_OF_PATH);
    const fields = { method: c.req.method, path, status: c.res.status, ms: clock.now() - started };
    c.get('log').info('request', fields);
  };
}

export function measure(meter: HttpMeter): Guard {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const { method, path } = c.req;
    const ms = performance.now() - startedAt;
    meter.answered({ requestId: c.get('requestId'), method, path, status: c.res.status, ms });
  };
}

/** Sources that a page may load from, by directive; anything not named is refused. */
type Sources = Readonly<Record<string, readonly string[]>>;

const ORDINARY: Sources = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // The logo on certificates is printed without a signal too: its address holds the picture itself.
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  // Videos are played from the viewer's own disk, through addresses that only their page has.
  'media-src': ["'self'", 'blob:'],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

const NO_FRAMES = "frame-ancestors 'none'";

/** No text becomes markup or a script's address, whatever a library does: https://www.w3.org/TR/trusted-types/ */
const TRUSTED_TYPES: Sources = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': [TRUSTED_TYPES_POLICY, READER_POLICY, DERIVER_POLICY, CAMERA_POLICY],
};

/** Sources that Stripe's card field needs: https://docs.stripe.com/security/guide#content-security-policy */
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

interface PagePolicy {
  readonly text: string;
  /** Script sources besides the page's own scripts, which carry the nonce. */
  readonly scripts: readonly string[];
}

/** Tiles of the maps and public rows come from the one configured origin of each. */
function ordinaryPolicyOf({ tileUrl, rowsUrl }: OtherOrigins): PagePolicy {
  const tiles: Sources = tileUrl === undefined ? {} : { 'img-src': [new URL(tileUrl).origin] };
  const rows: Sources = rowsUrl === undefined ? {} : { 'connect-src': [rowsUrl] };
  return { text: policyOf(TRUSTED_TYPES, tiles, rows), scripts: [] };
}

/** Origins besides our own that pages may read from. */
interface OtherOrigins {
  readonly tileUrl?: string | undefined;
  readonly rowsUrl?: string | undefined;
}

/** The checkout alone is opened to the provider that takes the card; the sandbox needs no other origin. */
function checkoutPolicyOf(payments: PaymentsConfig): PagePolicy {
  if (payments.provider === 'sandbox') return ordinaryPolicyOf({});
  const text = policyOf(STRIPE, payments.apiUrl === undefined ? {} : { 'connect-src': [payments.apiUrl] });
  return { text, scripts: STRIPE['script-src']! };
}

/** Two policies, both of which apply: a script comes from a source of the first, and carries the nonce of its page. */
function headerOf({ text, scripts }: PagePolicy, nonce: string | undefined, frames: readonly string[] = []): string {
  const framed = frames.length === 0 ? text : text.replace(NO_FRAMES, `frame-ancestors ${frames.join(' ')}`);
  return nonce === undefined ? framed : `${framed}, ${[`script-src-elem 'nonce-${nonce}'`, ...scripts].join(' ')}`;
}

export function secureHeaders(publicUrl: string, payments: PaymentsConfig, others: OtherOrigins): Guard {
  const isSecure = publicUrl.startsWith('https:');
  const ordinaryPolicy = ordinaryPolicyOf(others);
  const checkoutPolicy = checkoutPolicyOf(payments);
  const common = new Map([
    [SCHEMA_HEADER, String(SCHEMA_VERSION)],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(self), microphone=(), geolocation=(), payment=()'],
  ]);
  if (isSecure) common.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  return async (c, next) => {
    // Headers are set on Node's answer: on Hono's, each header set after it exists makes a new Response with a stream
    // in it, which cost more than the rest of a tap. They are set before `next`, so that handlers that write to Node's
    // answer have them too.
    const { outgoing } = c.env;
    outgoing.setHeaders(common);
    const policy = c.req.path === CHECKOUT ? checkoutPolicy : ordinaryPolicy;
    outgoing.setHeader('Content-Security-Policy', headerOf(policy, undefined));
    await next();
    const nonce = c.get('nonce');
    if (nonce === undefined) return;
    const frames = c.get('frameAncestors');
    outgoing.setHeader('Content-Security-Policy', headerOf(policy, nonce, frames));
    // A page that asks every part of itself for this header could otherwise not show the frame.
    if (frames !== undefined && frames.length > 0) outgoing.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  };
}

/** A thousand phones behind one venue address open the page, and go on polling where sockets are blocked; a flood does not fit. */
const REQUESTS: Limit = { burst: 20_000, refillMs: 1 };

/** Bodies in KiB. One venue may send four hundred thousand taps at once, and three thousand more each second. */
const BODIES: Limit = { burst: 256 * 1024, refillMs: 0.5 };

export function limitRequests(limits: SharedLimits): Guard {
  const requests = limits.limiter('requests', REQUESTS);
  const bodies = limits.limiter('bodies', BODIES);
  return async (c, next) => {
    const address = addressKey(c.get('address'));
    const wait = requests.take(address);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    c.set('mayRead', (bytes) => {
      const pause = bodies.takeMany(address, Math.ceil(bytes / 1024));
      if (pause > 0) c.header('Retry-After', String(pause));
      return pause === 0;
    });
    return next();
  };
}

/**
 * A browser names the origin of a request that changes something; a request from another site is refused. A request
 * with a token has no cookie that another site could misuse.
 */
export function refuseOtherOrigins(publicUrl: string): Guard {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.get('token') !== undefined) return next();
    return isOwnOrigin((name) => headerIn(c, name), publicUrl) ? next() : refuseWith(c, 'origin-refused');
  };
}
