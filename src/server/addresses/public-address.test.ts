import { expect, test } from 'vitest';
import { isPublicAddress, isPublicHost, lookupPublic, PRIVATE_ADDRESS } from './public-address.ts';

test.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const notPublic = `
  0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254
  172.31.0.1 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 192.0.2.1
  :: ::1 ::ffff:127.0.0.1 ::ffff:1.1.1.1 fe80::1 fd00::1
  ff02::1 64:ff9b::7f00:1 2002:7f00:1:: 2001:0:1:: 2001:db8::1 localhost
  `;

test.each(['', ...notPublic.trim().split(/\s+/)])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
])('the host of %s is refused without asking a name server', (address) =>
  expect(isPublicHost(new URL(address))).toBe(false),
);

test('a name that resolves to this machine is refused when it is connected to', async () => {
  const code = await new Promise((resolve) => {
    lookupPublic('localhost', { all: true }, (error) => resolve(error?.code));
  });
  expect(code).toBe(PRIVATE_ADDRESS);
});
