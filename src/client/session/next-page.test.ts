import { expect, test } from 'vitest';
import { readNext, withNext } from './next-page.ts';

const read = (next: string) => readNext(new URLSearchParams({ next }));

test('[WY16] the next page is a page of this site, with its query and its place', () => {
  const next = '/checkout?amount=150&price=9';
  expect(withNext('/login?signup=true', next)).toBe('/login?signup=true&next=%2Fcheckout%3Famount%3D150%26price%3D9');
  expect(readNext(new URL(withNext('/login', next), 'https://x.org').searchParams)).toBe(next);
  expect(read('/homepage#add-many')).toBe('/homepage#add-many');
  expect(read('/analysis/0191-ab')).toBe('/analysis/0191-ab');
  expect(withNext('/login', null)).toBe('/login');
  expect(readNext(new URLSearchParams())).toBeNull();
});

test('[WY16] an address from elsewhere leads nowhere', () => {
  const bad = [
    'https://evil.example/homepage',
    '//evil.example/homepage',
    '/\\evil.example/homepage',
    'javascript:alert(1)',
    '/api/account/data',
    '/nowhere',
    '//[',
    '',
    `/timer?x=${'y'.repeat(1000)}`,
  ];
  for (const next of bad) expect(read(next), next).toBeNull();
});
