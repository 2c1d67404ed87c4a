import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Networks of IPv4 that are not the internet: a webhook that could reach them would let anybody with an account talk to
 * machines behind our firewall. https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const closed4 = blockListOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** Of IPv6 only global unicast is the internet: loopback, ULA, link-local, multicast and mapped IPv4 lie outside. */
const open6 = blockListOf('ipv6', [['2000::', 3]]);

/**
 * Parts of it that are not: protocol assignments with Teredo, 6to4 (both carry IPv4 addresses in them), and examples.
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const closed6 = blockListOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

function blockListOf(family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}
