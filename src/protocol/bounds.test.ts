import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as account from './account.ts';
import * as clientMessages from './client-message.ts';
import * as commands from './commands.ts';
import * as payments from './payments.ts';
import * as runs from './runs.ts';
import { oneLine, text } from './text.ts';

interface Json {
  readonly [name: string]: unknown;
}

/** The paths of texts and lists that have no greatest length. */
function unbounded(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each, index) => unbounded(each, `${path}.${index}`));
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    type,
    maxLength,
    maxItems,
    prefixItems,
    pattern,
    enum: values,
    const: value,
    additionalProperties,
  } = schema as Json;
  const isOpenText = type === 'string' && [maxLength, pattern, values, value].every((each) => each === undefined);
  const isOpenList = type === 'array' && maxItems === undefined && prefixItems === undefined;
  const isOpenRecord = typeof additionalProperties === 'object';
  const here = isOpenText || isOpenList || isOpenRecord ? [path] : [];
  return [...here, ...Object.entries(schema).flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`))];
}

const exported: [string, unknown][] = Object.entries({
  ...account,
  ...clientMessages,
  ...commands,
  ...payments,
  ...runs,
});
const schemas = exported.filter((entry): entry is [string, z.ZodMiniType] => entry[1] instanceof z.ZodMiniType);

test('there are schemas', () => {
  expect(schemas.map(([name]) => name)).toEqual(expect.arrayContaining(['commandBatch', 'runChange', 'signUpRequest']));
});

test.each(schemas)('[E7] every text and every list of %s has an end', (name, schema) => {
  expect(unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name)).toEqual([]);
});

test('nothing else looks at a text that is too long', () => {
  let looks = 0;
  const schema = text(5).check(
    oneLine,
    z.refine<string>(() => (looks += 1) > 0),
  );
  expect(schema.safeParse('\0'.repeat(6)).error?.issues.map(({ message }) => message)).toEqual(['text-too-long']);
  expect(looks).toBe(0);
  expect(schema.safeParse('fine').success).toBe(true);
});
