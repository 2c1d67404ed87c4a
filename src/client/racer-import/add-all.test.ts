import { expect, test } from 'vitest';
import { addAll } from './add-all.ts';

test('all are added in order, and one that fails is handed back without losing the rest', async () => {
  const added: number[] = [];
  const progress: number[] = [];
  const failed = await addAll(
    [1, 2, 3, 4],
    async (item) => {
      if (item === 2) throw new Error('no room');
      added.push(item);
    },
    (done) => progress.push(done),
  );
  expect(added).toEqual([1, 3, 4]);
  expect(failed).toEqual([2]);
  expect(progress).toEqual([1, 2, 3, 4]);
});
