import { expect, test } from 'vitest';
import { isPublicAddress, isPublicHost } from './public-address.ts';

test('[AP30] [FO10] addresses of the internet are public', () => {
  for (const address of [
    '8.8.8.8',
    '93.184.215.14',
    '100.63.255.255',
    '172.32.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ]) {
    expect(isPublicAddress(address), address).toBe(true);
  }
});

test('[AP30] [FO10] loopback, private, link-local, shared, multicast, reserved and embedded addresses are not', () => {
  const closed = (
    '127.0.0.1 127.9.9.9 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.127.255.255 224.0.0.1 255.255.255.255 240.0.0.1 198.18.0.1 ' +
    ':: ::1 fe80::1 fe80::1%eth0 fc00::1 fd12:3456::1 ff02::1 2001:db8::1 2002:7f00:1:: ' +
    '::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 2001::1 100::1 localhost'
  ).split(' ');
  for (const address of ['', ...closed]) expect(isPublicAddress(address), address).toBe(false);
});

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost:8443/',
])('the host of %s is refused without asking a name server', (address) =>
  expect(isPublicHost(new URL(address))).toBe(false),
);

test('[FO10] names that only look like this machine are asked for', () => {
  for (const name of ['localhost.example.org', 'notlocalhost'])
    expect(isPublicHost(new URL(`https://${name}/`))).toBe(true);
});
