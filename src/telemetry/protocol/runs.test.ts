import { expect, test } from 'vitest';
import { schemasOf, unbounded } from '../../../tests/support/unbounded.ts';
import * as runs from './runs.ts';
import { email } from '../../protocol/text.ts';

const schemas = schemasOf(runs);

test('there are schemas of runs', () => {
  expect(schemas.map(([name]) => name)).toContain('runChange');
});

test.each(schemas)('[E7] every text and every list of %s has an end', (name, schema) => {
  expect(unbounded(name, schema)).toEqual([]);
});

test('[V20] a run is shared with addresses that a sign-up takes as well', () => {
  expect(runs.runShare.shape.email).toBe(email);
});
