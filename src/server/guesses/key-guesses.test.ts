import { expect, test } from 'vitest';
import { epochMs } from '../../domain/units.ts';
import { createSharedLimits } from '../limits/shared-limits.ts';
import { createKeyGuesses } from './key-guesses.ts';

const ALLOWED = 60;

function createGuesses() {
  const clock = { now: () => epochMs(1_800_000_000_000) };
  return createKeyGuesses(createSharedLimits({ clock, secret: 'secret', tell: () => {} }));
}

test('of 300 keys at once no more are looked at than may be wrong', () => {
  const guesses = createGuesses();
  const begun = Array.from({ length: 300 }, (_, index) => guesses.begin('here', 'race', `key${index}`));
  expect(begun.filter((guess) => guess !== null)).toHaveLength(ALLOWED);
  for (const guess of begun) guess?.failed();
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
      guess?.failed();
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
    guess?.failed();
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
