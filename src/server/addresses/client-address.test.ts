import { describe, expect, test } from 'vitest';
import { addressKey, clientAddressOf, networkKey, parseProxies } from './client-address.ts';

const proxies = parseProxies('10.0.0.0/8, 2001:db8::1')!;

describe('the address of a client', () => {
  test('X-Forwarded-For from anybody but a trusted proxy is not believed', () => {
    expect(clientAddressOf('203.0.113.5', '198.51.100.1', proxies)).toBe('203.0.113.5');
  });

  test('a trusted proxy is believed, also over an IPv6 socket', () => {
    expect(clientAddressOf('::ffff:10.1.2.3', '198.51.100.1', proxies)).toBe('198.51.100.1');
    expect(clientAddressOf('2001:db8::1', '198.51.100.1', proxies)).toBe('198.51.100.1');
  });

  test('what the client itself put in front is not believed', () => {
    expect(clientAddressOf('10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', proxies)).toBe('198.51.100.1');
  });

  test('rubbish from a proxy leaves the proxy itself', () => {
    expect(clientAddressOf('10.0.0.1', 'unknown', proxies)).toBe('10.0.0.1');
    expect(clientAddressOf('10.0.0.1', undefined, proxies)).toBe('10.0.0.1');
  });

  test('an IPv6 network of one household counts as one', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
    expect(addressKey('2001:0DB8:1:2::1')).toBe('2001:db8:1:2');
    expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0');
    expect(addressKey('::1')).toBe('0:0:0:0');
    expect(addressKey('192.0.2.1')).toBe('192.0.2.1');
  });

  test('[A22] an IPv6 network of one customer is one network, and a single IPv4 address is', () => {
    expect(networkKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1');
    expect(networkKey('2001:0DB8:1:ffff::1')).toBe('2001:db8:1');
    expect(networkKey('2001:db8::1')).toBe('2001:db8:0');
    expect(networkKey('192.0.2.1')).toBe('192.0.2.1');
  });
});
