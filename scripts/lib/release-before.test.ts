import { expect, test } from 'vitest';
import { newestBelow } from './release-before.mjs';

test('the release before is the newest tag below this version, by number and not by letter', () => {
  const tags = ['beta-0.9', 'beta-0.24', 'beta-0.24.1', 'beta-0.25', 'beta-1.0'];
  expect(newestBelow(tags, '0.25.0')).toBe('beta-0.24.1');
  expect(newestBelow(tags, '0.24.0')).toBe('beta-0.9');
  expect(newestBelow(tags, '0.9.0')).toBeUndefined();
});
