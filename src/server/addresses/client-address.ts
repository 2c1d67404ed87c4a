import { BlockList, isIP, isIPv6 } from 'node:net';

/** Proxies whose X-Forwarded-For is believed. */
export interface ProxyList {
  readonly isEmpty: boolean;
  has(address: string): boolean;
}

/** Undefined when an entry is no address and no network. */
export function parseProxies(text: string): ProxyList | undefined {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = isIP(address);
    if (family === 0 || rest.length > 0) return undefined;
    const type = family === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, type);
    else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32)) {
      list.addSubnet(address, Number(prefix), type);
    } else return undefined;
  }
  return {
    isEmpty: list.rules.length === 0,
    has: (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
  };
}

/**
 * X-Forwarded-For is read from the right, where our own proxies write, up to the first address that is not one of them:
 * everything to the left of it was written by the client and may be a lie.
 */
export function clientAddressOf(remote: string, forwardedFor: string | undefined, proxies: ProxyList): string {
  let address = unmapped(remote);
  if (forwardedFor === undefined) return address;
  const hops = forwardedFor.split(',').map((hop) => unmapped(hop.trim()));
  while (proxies.has(address)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/**
 * IPv6 addresses are counted by /64: one household or venue has a whole /64, so counting single addresses would count
 * nothing.
 */
export const addressKey = (address: string): string => (isIPv6(address) ? firstGroups(address, 4) : address);

/**
 * A network is an IPv6 /48, 65,536 times a /64, which one customer of a provider may have; of IPv4 a customer gets
 * single addresses.
 */
export const networkKey = (address: string): string => (isIPv6(address) ? firstGroups(address, 3) : address);

function firstGroups(address: string, count: number): string {
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, count)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

/** ::ffff:192.0.2.1 is 192.0.2.1 seen through an IPv6 socket. */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
