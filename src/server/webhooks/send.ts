import { lookup as lookUp, Resolver } from 'node:dns/promises';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

const ANSWER_MS = 10_000;
const NAME_MS = 2_000;
/** Answers are not read: more than this of one ends the connection. */
const MOST_OF_ANSWER = 16 * 1024;

export interface Address {
  readonly address: string;
  readonly family: number;
}

export interface SendRules {
  /** Plain http, and addresses of private networks: for development, and for receivers beside the server. */
  readonly toPrivate: boolean;
  /** All addresses of a name. */
  resolve?(host: string): Promise<readonly Address[]>;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** 'ok', 'status 500', or why there was no answer, in words that say nothing of our network. */
export type Outcome = string;
export const OK: Outcome = 'ok';

class AddressRefused extends Error {}

/** The address as it is called, or null where a webhook may not have it. */
export function readWebhookUrl(text: string, { toPrivate }: SendRules): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return null;
  if (url.protocol !== 'https:' && !(toPrivate && url.protocol === 'http:')) return null;
  // Low ports are those of mail, remote shells and the like, which are no receivers.
  if (!toPrivate && url.port !== '' && Number(url.port) < 1024) return null;
  return url;
}

/** Whether all addresses of the host may be called. Every attempt checks them again: names change. */
export async function mayCall({ hostname }: URL, rules: SendRules): Promise<boolean> {
  try {
    await findAddresses(bare(hostname), rules);
    return true;
  } catch {
    return false;
  }
}

/** The connection goes to an address that was checked: a name that is asked twice could answer differently. */
export async function send(message: Message, rules: SendRules): Promise<Outcome> {
  const url = readWebhookUrl(message.url, rules);
  if (url === null) return 'address refused';
  try {
    const addresses = await findAddresses(bare(url.hostname), rules);
    return await post(url, addresses, message);
  } catch (error) {
    return reasonOf(error as Error);
  }
}

function post(url: URL, addresses: readonly Address[], { headers, body }: Message): Promise<Outcome> {
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      ...headers,
      'user-agent': 'Pushoff webhooks',
      'content-type': 'application/json',
      'content-length': bytes.length,
    },
    lookup(_host, { all }, callback) {
      if (all) callback(null, [...addresses]);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    },
    // A connection of its own: a kept one would belong to an address that was checked long ago.
    agent: false,
    signal: AbortSignal.timeout(ANSWER_MS),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      const { statusCode = 0 } = response;
      // Redirects are not followed: they would lead past the check of the address.
      const outcome = statusCode >= 200 && statusCode < 300 ? OK : `status ${statusCode}`;
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_OF_ANSWER) request.destroy();
      });
      response.on('error', () => {});
      response.on('close', () => resolve(outcome));
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

/** One private address among many is enough to refuse: the connection could go to any of them. */
async function findAddresses(host: string, rules: SendRules): Promise<readonly Address[]> {
  const family = isIP(host);
  const resolve = rules.resolve ?? (rules.toPrivate ? lookUpLocally : askNameServers);
  const found = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (found.length === 0 || found.some(({ address }) => !isAllowed(address, rules))) {
    throw new AddressRefused('The name leads to a private network');
  }
  return found;
}

/** Names of this machine and its network too. */
export const lookUpLocally = (host: string): Promise<readonly Address[]> => lookUp(host, { all: true, verbatim: true });

/** Asked without the threads that hash passwords and read files: a slow name server would hold these up. */
async function askNameServers(host: string): Promise<readonly Address[]> {
  const resolver = new Resolver({ timeout: NAME_MS, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason as Error;
  const all = (found: typeof four, family: number): Address[] =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
  return [...all(four, 4), ...all(six, 6)];
}

const isAllowed = (address: string, { toPrivate }: SendRules): boolean => toPrivate || isPublicAddress(address);

/** An IPv6 address stands in brackets in an URL. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

function reasonOf(error: Error): Outcome {
  if (error instanceof AddressRefused) return 'address refused';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_|ETIMEOUT$)/.test(code)) return 'name not found';
  if (/CERT|SSL|TLS|SIGNATURE/.test(code)) return 'certificate not valid';
  return 'no connection';
}
