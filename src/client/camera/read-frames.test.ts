import { expect, test } from 'vitest';
import { readFrames } from './read-frames.ts';

/** As many frames as a camera's buffer may hold, and whether each was closed. */
function frames(count: number) {
  const all = Array.from({ length: count }, (_, number) => ({
    number,
    closed: 0,
    close() {
      this.closed += 1;
    },
  }));
  const readable = new ReadableStream<(typeof all)[number]>({
    start(stream) {
      for (const frame of all) stream.enqueue(frame);
      stream.close();
    },
  });
  return { readable, closed: () => all.map(({ closed }) => closed) };
}

test('[EYE9] frames that wait when the film ends are closed, and nothing is made of them', async () => {
  const { readable, closed } = frames(6);
  const taken: number[] = [];
  await readFrames(readable, {
    isOver: () => taken.length === 2,
    take: async ({ number }) => void taken.push(number),
    onFailure: () => undefined,
  });
  expect(taken).toEqual([0, 1]);
  expect(closed()).toEqual([1, 1, 1, 1, 1, 1]);
});

test('[EYE9] a frame that cannot be read is told once, and all are closed', async () => {
  const { readable, closed } = frames(4);
  const failures: unknown[] = [];
  await readFrames(readable, {
    isOver: () => false,
    take: () => Promise.reject(new Error('unreadable')),
    onFailure: (error) => failures.push(error),
  });
  expect(failures).toHaveLength(1);
  expect(closed()).toEqual([1, 1, 1, 1]);
});
