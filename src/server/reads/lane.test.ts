import { expect, test } from 'vitest';
import { createLane } from './lane.ts';

test('one piece of work after the other, in order, with a rest as long as the piece before took', async () => {
  const lane = createLane();
  const times: { began: number; ended: number }[] = [];
  const work = () => {
    const began = performance.now();
    while (performance.now() < began + 30);
    times.push({ began, ended: performance.now() });
    return times.length;
  };
  expect(await Promise.all([lane.run(work), lane.run(work), lane.run(work)])).toEqual([1, 2, 3]);
  for (const [index, { began }] of times.entries()) {
    const before = times[index - 1];
    if (before === undefined) continue;
    // Timers count in whole milliseconds.
    expect(began - before.ended + 2).toBeGreaterThan(before.ended - before.began);
  }
});

test('work that fails rejects for its caller, and the next goes on', async () => {
  const lane = createLane();
  const failing = lane.run(() => {
    throw new Error('no');
  });
  const next = lane.run(() => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
