import { expect, test, vi } from 'vitest';
import { epochMs } from '../../domain/units.ts';
import { createSharedLimits, type Taken } from '../limits/shared-limits.ts';
import { createKeyGuesses } from './key-guesses.ts';

const ALLOWED = 60;

const HOUR = 3_600_000;

function createGuesses(time = { now: 1_800_000_000_000 }) {
  const clock = { now: () => epochMs(time.now) };
  return createKeyGuesses(createSharedLimits({ clock, secret: 'secret', tell: () => {} }));
}
type Guesses = ReturnType<typeof createGuesses>;

let keys = 0;
/** Whether a key was looked at, which is new, wrong, and judged so. */
function isLookedAt(guesses: Guesses, address: string, eventId: string): boolean {
  const guess = guesses.begin(address, eventId, `wrong${(keys += 1)}`);
  guess?.judged(false);
  guess?.end();
  return guess !== null;
}
function countLooked(count: number, look: (index: number) => boolean): number {
  return Array.from({ length: count }, (_, index) => look(index)).filter(Boolean).length;
}
function visit(guesses: Guesses, address: string, key: string, opens?: boolean): boolean {
  const guess = guesses.begin(address, 'race', key);
  if (opens !== undefined) guess?.judged(opens);
  guess?.end();
  return guess !== null;
}

test('of 300 keys at once no more are looked at than may be wrong', () => {
  const guesses = createGuesses();
  const begun = Array.from({ length: 300 }, (_, index) => guesses.begin('here', 'race', `key${index}`));
  expect(begun.filter((guess) => guess !== null)).toHaveLength(ALLOWED);
  for (const guess of begun) guess?.judged(false);
  for (const guess of begun) guess?.end();
  expect(guesses.begin('here', 'race', 'the right one')).toBeNull();
});

test('a key that was right counts for nothing, in a row or a thousand at once', () => {
  const guesses = createGuesses();
  for (let round = 0; round < 100; round += 1) guesses.begin('here', 'race', `right${round}`)!.end();
  const begun = Array.from({ length: 1000 }, () => guesses.begin('here', 'race', 'right'));
  expect(begun).not.toContain(null);
  for (const guess of begun) guess?.end();
  for (let left = 0; left < ALLOWED; left += 1) expect(guesses.begin('here', 'race', `key${left}`)).not.toBeNull();
});

test('a thousand phones with the old link, all at once and again, are one wrong key', () => {
  const guesses = createGuesses();
  for (let round = 0; round < 3; round += 1) {
    const begun = Array.from({ length: 1000 }, () => guesses.begin('here', 'race', 'oldlink1'));
    expect(begun).not.toContain(null);
    for (const guess of begun) {
      guess?.judged(false);
      guess?.end();
    }
  }
  const others = Array.from({ length: ALLOWED }, (_, index) => guesses.begin('here', 'race', `key${index}`));
  expect(others.filter((guess) => guess !== null)).toHaveLength(ALLOWED - 1);
});

test('an old link that is asked for again and again is one guess; other keys are others', () => {
  const keyGuesses = createGuesses();
  const fail = (key: string) => {
    const guess = keyGuesses.begin('venue', 'race', key);
    guess?.judged(false);
    guess?.end();
  };
  const allows = (address: string, eventId: string) => {
    const guess = keyGuesses.begin(address, eventId, 'the right one');
    guess?.end();
    return guess !== null;
  };
  for (let phone = 0; phone < 1000; phone += 1) fail('oldlink1');
  expect(allows('venue', 'race')).toBe(true);
  for (let guess = 0; guess < 60; guess += 1) fail(`guess ${guess}`);
  expect(allows('venue', 'race')).toBe(false);
  expect([allows('venue', 'other race'), allows('elsewhere', 'race')]).toEqual([true, true]);
});

test('[C6] ten wrong keys a second are looked at for one address and event, so that four a second shut nobody out', () => {
  const time = { now: 1_800_000_000_000 };
  const guesses = createGuesses(time);
  const looked = countLooked(20 * 60, (index) => {
    if (index % 20 === 0) time.now += 1000;
    return isLookedAt(guesses, '192.0.2.1', 'race');
  });
  expect(looked).toBe(ALLOWED + 10 * 59);
});

test('[C6] a key that opened is known at its address for a day, also once no more keys are looked at', () => {
  const time = { now: 1_800_000_000_000 };
  const guesses = createGuesses(time);
  const flood = () => countLooked(ALLOWED, () => isLookedAt(guesses, '192.0.2.1', 'race'));
  visit(guesses, '192.0.2.1', 'right', true);
  expect(flood()).toBe(ALLOWED);
  expect([visit(guesses, '192.0.2.1', 'right'), visit(guesses, '192.0.2.1', 'other')]).toEqual([true, false]);
  time.now += 24 * HOUR;
  flood();
  expect(visit(guesses, '192.0.2.1', 'right')).toBe(false);
});

test('[C6] a key that was never judged is not known: hanging up early gives no guesses', () => {
  const guesses = createGuesses();
  const hungUp = Array.from({ length: 100 }, (_, index) => `hung up ${index}`);
  for (const key of hungUp) visit(guesses, '192.0.2.1', key);
  countLooked(ALLOWED, () => isLookedAt(guesses, '192.0.2.1', 'race'));
  expect(hungUp.filter((key) => visit(guesses, '192.0.2.1', key))).toEqual([]);
});

test('[C6] a /48 has 600 wrong keys at once for all its addresses and events together', () => {
  const guesses = createGuesses();
  const looked = countLooked(2000, (index) =>
    isLookedAt(guesses, `2001:db8:1:${(index % 1000).toString(16)}::1`, `race ${index}`),
  );
  expect(looked).toBe(600);
  expect(isLookedAt(guesses, '2001:db8:2::1', 'race')).toBe(true);
});

test('[C6] all networks together get 200 wrong keys a second, and each has 20 of its own that no other uses up', () => {
  const time = { now: 1_800_000_000_000 };
  const guesses = createGuesses(time);
  const networkOf = (index: number) => `10.0.${Math.trunc(index / 250)}.${index % 250}`;
  const NETWORKS = 100;
  const attack = (each: number) =>
    countLooked(each * NETWORKS, (index) => isLookedAt(guesses, networkOf(index % NETWORKS), `race ${index}`));
  expect(attack(240)).toBe(20_000 + 20 * NETWORKS);
  time.now += 10_000;
  expect(attack(60)).toBe(10 * 200);
  expect(countLooked(40, () => isLookedAt(guesses, '203.0.113.7', 'race'))).toBe(20);
});

test('[C7] keys of screens are not counted', () => {
  const guesses = createGuesses();
  const looked = countLooked(1000, (index) => visit(guesses, '192.0.2.1', `screen-${index}`, false));
  expect(looked).toBe(1000);
  expect(isLookedAt(guesses, '192.0.2.1', 'race')).toBe(true);
});

test('[C6] a key that opened on one node is known on the others', () => {
  const clock = { now: () => epochMs(1_800_000_000_000) };
  const nodes: { hear: (taken: readonly Taken[]) => void; guesses: Guesses }[] = [];
  const start = () => {
    const limits = createSharedLimits({
      clock,
      secret: 'secret',
      tell: (taken) => nodes.forEach((node) => node.hear !== limits.hear && node.hear(taken)),
    });
    nodes.push({ hear: limits.hear, guesses: createKeyGuesses(limits) });
  };
  vi.useFakeTimers();
  try {
    start();
    start();
    const [one, two] = nodes.map(({ guesses }) => guesses);
    visit(one!, '192.0.2.1', 'right', true);
    countLooked(ALLOWED, () => isLookedAt(one!, '192.0.2.1', 'race'));
    vi.runAllTimers();
    expect([visit(two!, '192.0.2.1', 'right'), visit(two!, '192.0.2.1', 'other')]).toEqual([true, false]);
  } finally {
    vi.useRealTimers();
  }
});
