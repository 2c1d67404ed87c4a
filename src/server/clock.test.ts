import { expect, test } from 'vitest';
import { createMeasuredClock } from './clock.ts';

test('two nodes whose own clocks differ by hours hand out the time of the database', async () => {
  let truth = 1_800_000_000_000;
  const nodeWith = (monotonicStart: number) => {
    const begun = truth;
    const clock = createMeasuredClock(
      async () => {
        truth += 2;
        const told = truth;
        truth += 2;
        return told;
      },
      () => {},
      () => monotonicStart + truth - begun,
    );
    clock.stop();
    return clock;
  };
  const nodes = [nodeWith(0), nodeWith(7_200_000)];
  for (const node of nodes) await node.measure();
  truth += 60_000;
  expect(nodes.map((node) => node.now() - truth)).toEqual([0, 0]);
});
