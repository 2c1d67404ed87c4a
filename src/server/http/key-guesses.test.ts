import { expect, test } from 'vitest';
import { epochMs } from '../../domain/units.ts';
import { createKeyGuesses } from './key-guesses.ts';
import { createSharedLimits } from './shared-limits.ts';

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
