import { expect, test, vi } from 'vitest';
import { epochMs } from '../../domain/units.ts';
import { createSharedLimits, type Taken } from './shared-limits.ts';

const clock = { now: () => epochMs(1000) };
const LIMIT = { burst: 3, refillMs: 10_000 };

/** Nodes that hear each other a moment later. */
function createNodes(count: number) {
  const said: (readonly Taken[])[] = [];
  const nodes = Array.from({ length: count }, () => {
    const limits = createSharedLimits({
      clock,
      secret: 'the same on all nodes',
      tell(taken) {
        said.push(taken);
        for (const other of nodes) if (other.limits !== limits) other.limits.hear(taken);
      },
    });
    return { limits, limiter: limits.limiter('guesses', LIMIT) };
  });
  return { said, nodes };
}

test('what is taken and given back on one node counts on all, and says no address', () => {
  vi.useFakeTimers();
  try {
    const { said, nodes } = createNodes(3);
    const [one, two, three] = nodes.map(({ limiter }) => limiter);
    for (const node of [one, two, three]) expect(node!.take('203.0.113.9 ada@example.org')).toBe(0);
    vi.runAllTimers();
    expect([one, two, three].map((node) => node!.take('203.0.113.9 ada@example.org'))).toEqual([10, 10, 10]);
    two!.giveBack('203.0.113.9 ada@example.org');
    vi.runAllTimers();
    expect(three!.isSpent('203.0.113.9 ada@example.org')).toBe(false);
    expect(JSON.stringify(said)).not.toMatch(/203|ada/);
  } finally {
    vi.useRealTimers();
  }
});

test('a burst is told together, without what was given back meanwhile', () => {
  vi.useFakeTimers();
  try {
    const { said, nodes } = createNodes(2);
    const { limiter } = nodes[0]!;
    limiter.take('a');
    vi.advanceTimersByTime(1);
    for (const key of ['a', 'a', 'b', 'c']) limiter.take(key);
    limiter.giveBack('c');
    vi.runAllTimers();
    expect(said.map((taken) => taken.map(([, , count]) => count))).toEqual([[1], [2, 1]]);
  } finally {
    vi.useRealTimers();
  }
});
