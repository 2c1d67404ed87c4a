import { afterEach, describe, expect, test, vi } from 'vitest';
import { writeJson } from './json-stream.ts';

async function* listOf<Item>(...items: Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function readAll(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a document that is written a piece at a time', () => {
  test('is what JSON.stringify makes of the whole', async () => {
    const deep = { a: [1, { b: [] }, {}, null, 'ü"\n'], c: undefined, d: { e: true, f: [undefined] } };
    const whole = { deep, later: [deep, deep], none: [], text: 'x', gone: undefined };
    const parts = { deep, later: listOf(deep, deep), none: listOf(), text: async () => 'x', gone: undefined };
    expect(await readAll(writeJson(parts))).toBe(`${JSON.stringify(whole, null, 2)}\n`);
    // Larger than one piece of text.
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`t${index}`, { ...deep, list: [deep] }]),
    );
    const nothing = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`n${index}`, undefined]));
    const large = { many, listed: Object.values(many), gone: [undefined, { many }], nothing, [0]: [nothing] };
    expect(await readAll(writeJson({ large, later: listOf(large) }))).toBe(
      `${JSON.stringify({ large, later: [large] }, null, 2)}\n`,
    );
  });

  test('reads an item only when those before it have been taken', async () => {
    let read = 0;
    async function* items() {
      for (; read < 100;) {
        read += 1;
        yield 'x'.repeat(40_000);
      }
    }
    const chunks = writeJson({ items: items() });
    for (let taken = 1; taken <= 3; taken += 1) {
      await chunks.next();
      expect(read).toBeLessThanOrEqual(taken + 1);
    }
    await chunks.return(undefined);
  });

  test('does not look whole where a part cannot be read', async () => {
    async function* items() {
      yield 'x'.repeat(100_000);
      throw new Error('The database is gone');
    }
    let text = '';
    const reading = (async () => {
      for await (const chunk of writeJson({ items: items(), next: 1 })) text += chunk;
    })();
    await expect(reading).rejects.toThrow('The database is gone');
    expect(text.length).toBeGreaterThan(100_000);
    expect(() => JSON.parse(text) as unknown).toThrow();
  });

  test('costs what the whole costs, and not a step for every number in it', async () => {
    const runs = Array.from({ length: 10 }, () => ({ breaks: Array.from({ length: 25_000 }, (_, index) => index) }));
    const stringify = vi.spyOn(JSON, 'stringify');
    await readAll(writeJson({ runs: listOf(...runs) }));
    expect(stringify.mock.calls.length).toBeLessThan(250_000 / 400);
  });
});
