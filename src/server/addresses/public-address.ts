import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Networks that are not the public internet: IANA's registry of special IPv4 addresses, and of IPv6 all outside
 * 2000::/3 with the parts inside it that hold another address or are for documents.
 */
const special = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', prefix] = network.split('/');
  special.addSubnet(address, Number(prefix), 'ipv4');
}
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address = '', prefix] = network.split('/');
  special.addSubnet(address, Number(prefix), 'ipv6');
}
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone (`fe80::1%eth0`) belongs to one link.
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** A host as name servers know it: an IPv6 address stands in brackets in an URL. */
export const literalIn = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Whether a host may be on the internet, before its name is resolved: names of this machine are not (RFC 6761). */
export function isPublicHost({ hostname }: URL): boolean {
  const host = literalIn(hostname);
  return isIP(host) === 0 ? !/(^|\.)localhost\.?$/i.test(host) : isPublicAddress(host);
}
