import { expect, test } from 'vitest';
import { epochMs } from '../../domain/units.ts';
import { createAccountLimits } from './account-limits.ts';
import { createSharedLimits } from './shared-limits.ts';

const clock = { now: () => epochMs(1_800_000_000_000) };
const create = () => createAccountLimits(createSharedLimits({ clock, secret: 's'.repeat(40), tell: () => {} }));

type Where = (index: number) => string;
const subnets: Where = (index) => `2001:db8:bbbb:${index.toString(16)}::1`;
const networks: Where = (index) => `2001:db8:${index.toString(16)}:1::1`;
const one: Where = () => '198.51.100.7';

/** Counts how many of 1000 wrong passwords are checked. */
function countLooked(address: Where, email: (index: number) => string): number {
  const limits = create();
  const all = Array.from({ length: 1000 }, (_, index) => limits.beginGuess(address(index), email(index)).wait);
  return all.filter((wait) => wait === 0).length;
}

test.each([
  ['one address', one, 10, 100],
  ['one /48', subnets, 20, 300],
  ['very many /48s', networks, 200, 1000],
])('[A15] [A22] from %s', (_name, address, atOneAccount, atManyAccounts) => {
  expect(countLooked(address, () => 'ada@example.org')).toBe(atOneAccount);
  expect(countLooked(address, (index) => `${index}@example.org`)).toBe(atManyAccounts);
});

test('[A22] one /48 leaves nine tenths of what an account allows to everybody else', () => {
  const limits = create();
  const guess = (address: string) => limits.beginGuess(address, 'ada@example.org').wait === 0;
  for (let index = 0; index < 1000; index += 1) guess(subnets(index));
  const others = Array.from({ length: 1000 }, (_, index) => guess(networks(index)));
  expect(others.filter(Boolean)).toHaveLength(180);
});

test('[A21] a known device has an allowance of its own, and uses up nobody else’s', () => {
  const limits = create();
  for (let index = 0; index < 1000; index += 1) limits.beginGuess(networks(index), 'ada@example.org');
  const known = Array.from({ length: 30 }, () => limits.beginGuess(one(0), 'ada@example.org', 'phone').wait);
  expect(known.filter((wait) => wait === 0)).toHaveLength(10);
  expect(limits.beginGuess(one(0), 'ada@example.org', 'laptop').wait).toBe(0);
  expect(limits.beginGuess(one(0), 'bea@example.org').wait).toBe(0);
});

test('[A15] what is given back counts nowhere', () => {
  const limits = create();
  for (let index = 0; index < 1000; index += 1) {
    const guess = limits.beginGuess(subnets(index), 'ada@example.org');
    expect(guess.wait).toBe(0);
    guess.giveBack();
  }
});
