import { type RequestOptions, request } from 'node:https';
import webPush from 'web-push';
import { AddressRefused, judgeHost, type Resolve } from '../addresses/judged-lookup.ts';
import { isPublicHost } from '../addresses/public-address.ts';
import type { VapidKeys } from './vapid.ts';

interface PushMessage {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly payload: string;
  /** The push service keeps one message of a topic: a second copy replaces the first, where it still waits. */
  readonly topic: string;
  readonly ttlSeconds: number;
}

/** `gone`: the subscription has ended, or its address is in a private network. `refused`: another attempt would be refused as well. */
type PushOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly reason: string; readonly afterMs: number | null };

export interface PushTransport {
  /** `stop` cuts an attempt off: the server stops, and does not wait for a slow service. */
  send(message: PushMessage, stop?: AbortSignal): Promise<PushOutcome>;
}

const TIMEOUT_MS = 10_000;
const GONE: readonly number[] = [404, 410];

/** Whether a message may be sent there. `standIn`: the origin of a stand-in on this machine, for tests. */
export function mayPushTo(endpoint: string, standIn: string | undefined): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || url.origin === standIn) return url !== null;
  // Low ports are those of mail, remote shells and the like, which are no push services.
  return isPublicHost(url) && (url.port === '' || Number(url.port) >= 1024);
}

/** Push services of the browsers: those of Chrome, Firefox, Safari and Edge. */
const KNOWN_HOSTS =
  /^(fcm\.googleapis\.com|(.+\.)?push\.services\.mozilla\.com|(.+\.)?push\.apple\.com|.+\.notify\.windows\.com)$/;

/** The host of an endpoint; null for the push services of the browsers, where nearly all followers are. */
export function strangeHostOf(endpoint: string): string | null {
  const { hostname } = new URL(endpoint);
  return KNOWN_HOSTS.test(hostname) ? null : hostname;
}

export interface PushTransportParts {
  readonly vapid: VapidKeys;
  /** Who sends, for the operators of push services. */
  readonly subject: string;
  readonly standIn: string | undefined;
  /** Certificates of the stand-in. */
  readonly ca?: RequestOptions['ca'];
  readonly resolve?: Resolve;
}

export function createPushTransport(parts: PushTransportParts): PushTransport {
  const { vapid, subject, standIn, ca, resolve } = parts;
  return {
    async send({ endpoint, p256dh, auth, payload, topic, ttlSeconds }, stop) {
      if (!mayPushTo(endpoint, standIn)) return { kind: 'gone' };
      let made: webPush.RequestDetails;
      try {
        const subscription = { endpoint, keys: { p256dh, auth } };
        const vapidDetails = { subject, ...vapid };
        made = webPush.generateRequestDetails(subscription, payload, { vapidDetails, topic, TTL: ttlSeconds });
      } catch (error) {
        // Keys of the right length that are no point of the curve.
        return { kind: 'refused', reason: messageOf(error) };
      }
      const { method, headers, body } = made;
      const url = new URL(endpoint);
      const rules = { toPrivate: url.origin === standIn, ...(resolve && { resolve }) };
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop]);
      try {
        const lookup = await judgeHost(url, rules, signal);
        return await post(url, { method, headers, lookup, signal, ...(ca !== undefined && { ca }) }, body);
      } catch (error) {
        if (error instanceof AddressRefused) return { kind: 'gone' };
        return { kind: 'later', reason: messageOf(error), afterMs: null };
      }
    },
  };
}

/** Redirects are not followed, and nothing of the answer is read but its head: the address is a stranger's choice. */
function post(address: URL, options: RequestOptions, body: Buffer | null): Promise<PushOutcome> {
  return new Promise((resolve, reject) => {
    const sent = request(address, options, (response) => {
      const { statusCode = 0, headers } = response;
      response.destroy();
      resolve(judge(statusCode, headers['retry-after']));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function judge(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (GONE.includes(status)) return { kind: 'gone' };
  const reason = `HTTP ${status}`;
  if (status !== 429 && status < 500) return { kind: 'refused', reason };
  return { kind: 'later', reason, afterMs: /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : null };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
