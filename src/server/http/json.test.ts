import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from './json.ts';

test('whatever JSON.stringify writes is read back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseStrictJson(text)).toEqual({ value: JSON.parse(text) });
    }),
  );
});

test('a key that stands twice in one object is refused at any depth', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (key, value) => {
      const pair = `${JSON.stringify(key)} : ${JSON.stringify(value)}`;
      expect(parseStrictJson(`{${pair},${pair}}`)).toBeUndefined();
      expect(parseStrictJson(`[{"deep":[{${pair}},{${pair},"more":1,${pair}}]}]`)).toBeUndefined();
    }),
  );
});

test('as deep as 64 is read, deeper is not', () => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
  expect(parseStrictJson(nested(64))).toBeDefined();
  expect(parseStrictJson(`[${nested(64)}]`)).toBeUndefined();
  expect(parseStrictJson(nested(100_000))).toBeUndefined();
});

test('the same key in two objects, and a string that looks like a key, are fine', () => {
  expect(parseStrictJson('[{"a":1},{"a":{"a":2}}]')).toBeDefined();
  expect(parseStrictJson('{"a":"\\"a\\":1,{","b":"\\"a\\":"}')).toBeDefined();
});
