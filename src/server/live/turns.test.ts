import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemTimers } from './timers.ts';
import { createTurns, SLICE } from './turns.ts';

/** Round of the event loop in which each had its turn. */
async function roundsOf(sockets: readonly number[]): Promise<readonly number[]> {
  const turns = createTurns(systemTimers);
  let round = 0;
  const all = Promise.all(sockets.map((count) => turns.next(count).then(() => round)));
  let isOver = false;
  void all.then(() => (isOver = true));
  while (!isOver) {
    await nextRound();
    round += 1;
  }
  return all;
}

test('a hundred topics with few followers are told in the same round', async () => {
  expect(new Set(await roundsOf(Array.from({ length: 100 }, () => SLICE / 100)))).toHaveProperty('size', 1);
});

test('no more sockets than a slice in one round, in the order in which they came', async () => {
  const rounds = await roundsOf([SLICE, SLICE, 1, SLICE - 1, 2]);
  const [first] = rounds;
  expect(rounds.map((round) => round - first!)).toEqual([0, 1, 2, 2, 3]);
});
