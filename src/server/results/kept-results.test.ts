import { expect, test } from 'vitest';
import { createResultsShelf, keepText, type KeptResults } from './kept-results.ts';

const ofSeq = (seq: number, length = 10): KeptResults => ({
  seq,
  json: keepText('x'.repeat(length)),
  boardCsv: keepText(''),
});

function createShelf(seqOf: () => number, length?: number) {
  const made: string[] = [];
  const shelf = createResultsShelf(async ({ id, seq }, view) => {
    made.push(`${id} ${seq} ${view}`);
    return ofSeq(seqOf(), length);
  });
  return { shelf, made };
}

test('[EX10] however many poll, results are made once for each change and view', async () => {
  let now = 5;
  const { shelf, made } = createShelf(() => now);
  const at = (seq: number, rewrites = 0) => ({ id: 'a', seq, rewrites });
  await Promise.all([shelf.get(at(5), 'viewer'), shelf.get(at(5), 'viewer'), shelf.get(at(5), 'admin')]);
  await shelf.get(at(4), 'viewer');
  expect(made).toEqual(['a 5 viewer', 'a 5 admin']);
  now = 8;
  await shelf.get(at(6), 'viewer');
  await shelf.get(at(8), 'viewer');
  expect(made.slice(2), 'newer than asked for').toEqual(['a 6 viewer']);
  await shelf.get(at(8, 1), 'viewer');
  expect(made.slice(3), 'the log was rewritten').toEqual(['a 8 viewer']);
});

test('a failure is not kept, and the oldest results go when there are many', async () => {
  let fails = true;
  const shelf = createResultsShelf(async ({ seq }) => {
    if (fails) throw new Error('no');
    return ofSeq(seq);
  });
  await expect(shelf.get({ id: 'a', seq: 1, rewrites: 0 }, 'viewer')).rejects.toThrow('no');
  fails = false;
  expect(await shelf.get({ id: 'a', seq: 1, rewrites: 0 }, 'viewer')).toMatchObject({ seq: 1 });

  const { shelf: full, made } = createShelf(() => 1, 5 * 1024 * 1024);
  for (const id of ['a', 'b', 'c', 'd', 'a']) await full.get({ id, seq: 1, rewrites: 0 }, 'viewer');
  expect(made.map((each) => each[0])).toEqual(['a', 'b', 'c', 'd', 'a']);
  await full.get({ id: 'd', seq: 1, rewrites: 0 }, 'viewer');
  expect(made).toHaveLength(5);
});
