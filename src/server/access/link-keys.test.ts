import { expect, test } from 'vitest';
import { createLinkKey, opensLink } from './link-keys.ts';

test('[U8] a link is opened by its key and by nothing else, and one that is off by nothing at all', () => {
  const key = createLinkKey();
  expect(createLinkKey()).not.toBe(key);
  expect(opensLink(key, key)).toBe(true);
  for (const wrong of [undefined, '', key.slice(1), `${key}x`]) expect(opensLink(wrong, key)).toBe(false);
  for (const given of [undefined, '', key]) expect(opensLink(given, null)).toBe(false);
});
