import { afterEach, expect, test, vi } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['served securely', crypto],
  ['on plain http', { subtle: undefined }],
])('the same file has the same fingerprint, and another file another, on a page %s', async (_, found) => {
  vi.stubGlobal('crypto', found);
  const [one, same, other] = await Promise.all(
    ['a ride', 'a ride', 'a rode'].map((text) => fingerprintOf(new Blob([text]))),
  );
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
