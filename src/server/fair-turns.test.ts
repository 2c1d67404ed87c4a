import { describe, expect, test } from 'vitest';
import { createFairTurns, type FairTurns, NoTurnError } from './fair-turns.ts';

/** A clock that stands still: all work takes the same time. */
const still = () => 0;
const LIMITS = { atOnce: 2, mostEach: 3, most: 6 };
const never = () => new AbortController().signal;

/** Work that ends when the test says so, in the order in which it began. */
function createBench(turns: FairTurns) {
  const begun: string[] = [];
  const endings: (() => void)[] = [];
  const outcomes = new Map<string, string>();
  return {
    begun,
    outcomes,
    ask(name: string, from: string, gone = never()) {
      const work = () => {
        begun.push(name);
        return new Promise<void>((resolve) => endings.push(resolve));
      };
      turns.run({ from, gone }, work).then(
        () => outcomes.set(name, 'done'),
        (error: unknown) => outcomes.set(name, error instanceof NoTurnError ? error.reason : String(error)),
      );
    },
    async end(count: number) {
      for (let ended = 0; ended < count; ended += 1) {
        endings.shift()!();
        await settled();
      }
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('[A20] turns', () => {
  test('places take turns: many from one place cost another place one turn', async () => {
    const bench = createBench(createFairTurns({ atOnce: 2, mostEach: 100, most: 1000 }, still));
    for (let index = 0; index < 90; index += 1) bench.ask(`a${index}`, 'a');
    bench.ask('b0', 'b');
    bench.ask('b1', 'b');
    bench.ask('c0', 'c');
    await settled();
    expect(bench.begun).toEqual(['a0', 'a1']);
    await bench.end(8);
    expect(bench.begun.slice(2)).toEqual(['a2', 'b0', 'c0', 'a3', 'b1', 'a4', 'a5', 'a6']);
  });

  test('one place waits with so many and no more; what was refused was not begun', async () => {
    const bench = createBench(createFairTurns(LIMITS, still));
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']) bench.ask(name, 'a');
    bench.ask('b0', 'b');
    await settled();
    expect(Object.fromEntries(bench.outcomes)).toEqual({ a5: 'full' });
    await bench.end(6);
    expect(bench.begun).toEqual(['a0', 'a1', 'a2', 'b0', 'a3', 'a4']);
    expect(bench.outcomes.get('a4')).toBe('done');
  });

  test('where all is full the longest line gives way to a newcomer, and to nobody with as long a line', async () => {
    const bench = createBench(createFairTurns(LIMITS, still));
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4']) bench.ask(name, 'a');
    for (const name of ['b0', 'b1', 'b2']) bench.ask(name, 'b');
    bench.ask('c0', 'c');
    bench.ask('c1', 'c');
    bench.ask('c2', 'c');
    await settled();
    expect(Object.fromEntries(bench.outcomes)).toEqual({ a4: 'full', b2: 'full', c2: 'full' });
    await bench.end(8);
    expect(bench.begun.slice(2)).toEqual(['a2', 'b0', 'c0', 'a3', 'b1', 'c1']);
  });

  test('a requester that hangs up leaves the line; work that has begun ends', async () => {
    const bench = createBench(createFairTurns(LIMITS, still));
    const [waiting, working, early] = [new AbortController(), new AbortController(), new AbortController()];
    early.abort();
    bench.ask('a0', 'a', working.signal);
    bench.ask('a1', 'a');
    bench.ask('a2', 'a', waiting.signal);
    bench.ask('a3', 'a', early.signal);
    bench.ask('a4', 'a');
    waiting.abort();
    working.abort();
    await settled();
    expect(Object.fromEntries(bench.outcomes)).toEqual({ a2: 'gone', a3: 'gone' });
    await bench.end(3);
    expect(bench.begun).toEqual(['a0', 'a1', 'a4']);
    expect(bench.outcomes.get('a0')).toBe('done');
  });

  test('work that fails gives its turn on', async () => {
    const turns = createFairTurns({ ...LIMITS, atOnce: 1 });
    const requester = { from: 'a', gone: never() };
    const failing = turns.run(requester, () => Promise.reject(new Error('broken')));
    const next = turns.run(requester, async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  test('[AP28] one place has a part of the turns at once, however many it asks for', async () => {
    const bench = createBench(createFairTurns({ atOnce: 8, atOnceEach: 2, mostEach: 10, most: 100 }, still));
    for (let index = 0; index < 5; index += 1) bench.ask(`a${index}`, 'a');
    for (let index = 0; index < 5; index += 1) bench.ask(`b${index}`, 'b');
    bench.ask('c0', 'c');
    await settled();
    expect(bench.begun).toEqual(['a0', 'a1', 'b0', 'b1', 'c0']);
    await bench.end(1);
    expect(bench.begun.slice(5)).toEqual(['a2']);
  });

  test('[AP28] slow work counts as load: its place gets as much time as others, not as many turns', async () => {
    let now = 0;
    const bench = createBench(createFairTurns({ atOnce: 1, mostEach: 100, most: 1000 }, () => now));
    for (let index = 0; index < 5; index += 1) bench.ask(`slow${index}`, 'a');
    for (let index = 0; index < 30; index += 1) bench.ask(`quick${index}`, 'b');
    for (let turn = 0; turn < 23; turn += 1) {
      await settled();
      now += bench.begun.at(-1)!.startsWith('slow') ? 100 : 10;
      await bench.end(1);
    }
    const slow = bench.begun.filter((name) => name.startsWith('slow'));
    expect([slow.length, bench.begun.length - slow.length]).toEqual([3, 21]);
  });

  test('[AP28] a place that was slow and comes back still owes its time; newcomers without end do not hold it up', async () => {
    let now = 0;
    const bench = createBench(createFairTurns({ atOnce: 1, mostEach: 100, most: 1000 }, () => now));
    const endAfter = async (ms: number) => {
      await settled();
      now += ms;
      await bench.end(1);
    };
    bench.ask('slow0', 'slow');
    bench.ask('other', 'other');
    await endAfter(100);
    bench.ask('slow1', 'slow');
    bench.ask('quick', 'quick');
    await endAfter(10);
    expect(bench.begun).toEqual(['slow0', 'other', 'quick']);
    for (let index = 0; !bench.begun.includes('slow1'); index += 1) {
      expect(index).toBeLessThan(30);
      bench.ask(`new${index}`, `new${index}`);
      await endAfter(10);
    }
  });
});
