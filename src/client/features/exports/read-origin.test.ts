import { expect, test } from 'vitest';
import { readOrigin } from './read-origin.ts';

test.each([
  ['club.example', 'https://club.example'],
  [' https://www.Club.example/results/today?x=1#top ', 'https://www.club.example'],
  ['http://localhost:8080/a', 'http://localhost:8080'],
  ['localhost:8080', 'https://localhost:8080'],
  ['müller.example', 'https://xn--mller-kva.example'],
  ['https://club.example:443', 'https://club.example'],
])('[EX13] %s is the site %s', (typed, origin) => {
  expect(readOrigin(typed)).toBe(origin);
});

test.each([
  '',
  '*',
  'https://*.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'a b',
  'ftp://club.example',
  'https://a;b.example',
  "https://a'b.example",
  'https://[::1]',
])('[EX13] %s is no site', (typed) => {
  expect(readOrigin(typed)).toBeNull();
});
