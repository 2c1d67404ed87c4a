import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Rounds, type RoundsParts, startRounds } from './rounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Rounds that last until the test ends them. */
function createBench(parts: Partial<RoundsParts> = {}) {
  const under: ReturnType<typeof deferred>[] = [];
  const failures: unknown[] = [];
  let begun = 0;
  const rounds: Rounds = startRounds({
    onFailure: (error) => failures.push(error),
    round(stop) {
      begun += 1;
      const round = deferred();
      under.push(round);
      stop.addEventListener('abort', () => round.resolve(undefined));
      return round.promise;
    },
    ...parts,
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    rounds,
    failures,
    begun: () => begun,
    settle,
    async end(dueMs?: number) {
      under.shift()!.resolve(dueMs);
      await settle();
    },
    async fail(error: Error) {
      under.shift()!.reject(error);
      await settle();
    },
  };
}
function deferred() {
  let resolve!: (dueMs: number | undefined) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<number | undefined>((...ends) => {
    [resolve, reject] = ends;
  });
  return { promise, resolve, reject };
}

test('what is told during a round is one more round after it, and never two at once', async () => {
  const bench = createBench();
  bench.rounds.wake();
  await bench.settle();
  for (let index = 0; index < 5; index += 1) bench.rounds.wake();
  await bench.settle();
  expect(bench.begun()).toBe(1);
  await bench.end();
  expect(bench.begun()).toBe(2);
  await bench.end();
  expect(bench.begun()).toBe(2);
});

test('a round comes after each pause, sooner where it says when more is due, never later', async () => {
  const bench = createBench({ everyMs: 60_000 });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(bench.begun()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await bench.end(2_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(bench.begun()).toBe(2);
  await bench.end(3_600_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bench.begun()).toBe(3);
});

test('a round that fails is told of and tried again', async () => {
  const bench = createBench({ everyMs: 60_000, retryMs: 1_000 });
  bench.rounds.wake();
  await bench.settle();
  await bench.fail(new Error('no database'));
  expect(bench.failures).toEqual([new Error('no database')]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(bench.begun()).toBe(2);
});

test('who waits for the work to be done waits for a round that began afterwards', async () => {
  const bench = createBench();
  bench.rounds.wake();
  await bench.settle();
  let isOver = false;
  void bench.rounds.workOff().then(() => (isOver = true));
  await bench.end();
  expect(isOver).toBe(false);
  await bench.end();
  expect(isOver).toBe(true);
});

test('a stop ends the round under way and waits for it, and no other begins', async () => {
  const bench = createBench({ everyMs: 1_000, gatherMs: 10 });
  bench.rounds.wake();
  await vi.advanceTimersByTimeAsync(10);
  expect(bench.begun()).toBe(1);
  bench.rounds.wake();
  await bench.rounds.stop();
  bench.rounds.wake();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(bench.begun()).toBe(1);
});
