import { lookup as lookUp, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, isPublicHost, literalIn } from './public-address.ts';

/** Addresses that strangers choose, of webhooks and push services, are resolved and judged here before a connection. */

const NAME_MS = 2_000;

interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type Resolve = (host: string, signal?: AbortSignal) => Promise<readonly Address[]>;

export interface AddressRules {
  /** Addresses of private networks are allowed. */
  readonly toPrivate: boolean;
  readonly resolve?: Resolve;
}

/** Error for a host that leads to a private network. */
export class AddressRefused extends Error {}

/**
 * Lookup for one connection to this host, which gives the addresses that were judged and asks nobody: a name that is
 * asked twice could answer with a private address the second time. One private address among many is enough to refuse,
 * because the connection could go to any of them.
 */
export async function judgeHost(url: URL, rules: AddressRules, signal?: AbortSignal): Promise<LookupFunction> {
  const { toPrivate, resolve = toPrivate ? lookUpLocally : askNameServers() } = rules;
  const host = literalIn(url.hostname);
  const family = isIP(host);
  if (!toPrivate && !isPublicHost(url)) throw new AddressRefused('The host is in a private network');
  const addresses = family === 0 ? await resolve(host, signal) : [{ address: host, family }];
  const [first] = addresses;
  if (first === undefined || !(toPrivate || addresses.every(({ address }) => isPublicAddress(address)))) {
    throw new AddressRefused('The name leads to a private network');
  }
  return (_host, { all }, callback) => {
    if (all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** Names of this machine and its network too. */
export const lookUpLocally: Resolve = (host) => lookUp(host, { all: true, verbatim: true });

/**
 * Asks name servers, by default those of the machine, without the threads that hash passwords and read files: a slow
 * name server would hold these up.
 */
export const askNameServers =
  (servers?: readonly string[]): Resolve =>
  async (host, signal) => {
    signal?.throwIfAborted();
    const resolver = new Resolver({ timeout: NAME_MS, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    signal?.addEventListener('abort', () => resolver.cancel(), { once: true });
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason as Error;
    const all = (found: typeof four, family: number): Address[] =>
      found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
    return [...all(four, 4), ...all(six, 6)];
  };
