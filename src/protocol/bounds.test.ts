import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { schemasOf, unbounded } from '../../tests/support/unbounded.ts';
import * as account from './account.ts';
import * as clientMessages from './client-message.ts';
import * as commands from './commands.ts';
import * as payments from './payments.ts';
import { oneLine, text } from './text.ts';

const schemas = schemasOf({ ...account, ...clientMessages, ...commands, ...payments });

test('there are schemas', () => {
  expect(schemas.map(([name]) => name)).toEqual(expect.arrayContaining(['commandBatch', 'signUpRequest']));
});

test.each(schemas)('[E7] every text and every list of %s has an end', (name, schema) => {
  expect(unbounded(name, schema)).toEqual([]);
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
