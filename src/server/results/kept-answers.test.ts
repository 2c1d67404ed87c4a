import { expect, test } from 'vitest';
import { aReader } from '../../../tests/support/readers.ts';
import { createKeptAnswers, LATE_MS } from './kept-answers.ts';

function openShelf(bytes = 10) {
  let clock = 0;
  const made: string[] = [];
  const shelf = createKeptAnswers<string>({ most: 3, mostBytes: 100, bytesOf: () => bytes, now: () => clock });
  const ask = (name: string, seq: number, { isLarge = false, shown = 'names' } = {}) =>
    shelf.get(name, { seq: String(seq), shown, isLarge }, aReader, async () => {
      made.push(`${name} ${seq}`);
      return `${name} ${seq}`;
    });
  return { shelf, made, ask, wait: (ms: number) => void (clock += ms) };
}

test('[EX10] however many poll, a small answer is made once for each change', async () => {
  const { shelf, made, ask } = openShelf();
  await Promise.all([ask('a', 5), ask('a', 5), ask('b', 5)]);
  expect(await ask('a', 5)).toEqual({ answer: 'a 5', age: 0 });
  expect(await shelf.find('a', '5', aReader)).toEqual({ answer: 'a 5', age: 0 });
  expect(shelf.find('a', '6', aReader)).toBeUndefined();
  expect(made).toEqual(['a 5', 'b 5']);
  expect(await ask('a', 6)).toEqual({ answer: 'a 6', age: 0 });
});

test('[RES14] a large answer is made once a second, and says how old it is', async () => {
  const { made, ask, wait } = openShelf();
  const large = { isLarge: true };
  await ask('a', 1, large);
  wait(LATE_MS - 1);
  expect(await ask('a', 2, large)).toEqual({ answer: 'a 1', age: LATE_MS - 1 });
  wait(1);
  expect(await ask('a', 3, large)).toEqual({ answer: 'a 3', age: 0 });
  expect(made).toEqual(['a 1', 'a 3']);
});

test('[RES14] no answer is older than a change of what is shown', async () => {
  const { ask } = openShelf();
  await ask('a', 1, { isLarge: true });
  expect(await ask('a', 2, { isLarge: true, shown: 'initials' })).toEqual({ answer: 'a 2', age: 0 });
});

test('readers who come while a large answer waits for its turn get that one', async () => {
  let finish: (answer: string) => void = () => {};
  const { shelf, made, ask, wait } = openShelf();
  const state = { seq: '1', shown: 'names', isLarge: true };
  const first = shelf.get('a', state, aReader, () => new Promise<string>((resolve) => (finish = resolve)));
  wait(5 * LATE_MS);
  const second = ask('a', 2, { isLarge: true });
  finish('a 1');
  expect(await Promise.all([first, second])).toMatchObject([{ answer: 'a 1' }, { answer: 'a 1', age: 5 * LATE_MS }]);
  expect(made).toEqual([]);
});

test('a failure is not kept, and the answer asked for longest ago goes when there are many', async () => {
  const { shelf, made, ask } = openShelf(40);
  const failing = shelf.get('a', { seq: '1', shown: '', isLarge: false }, aReader, () =>
    Promise.reject(new Error('no')),
  );
  await expect(failing).rejects.toThrow('no');
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name, 1);
  expect(made).toEqual(['a 1', 'b 1', 'c 1', 'b 1']);
});
