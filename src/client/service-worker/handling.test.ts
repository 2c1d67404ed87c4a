import { describe, expect, test } from 'vitest';
import { type AskedFor, handlingOf } from './handling.ts';

const ORIGIN = 'https://timing.example.org';
const files = new Set(['/favicon.svg', '/assets/app-1a2b.js']);
const handling = (path: string, asked: Partial<AskedFor> = {}) =>
  handlingOf({ method: 'GET', mode: 'navigate', url: new URL(path, ORIGIN).href, ...asked }, ORIGIN, files);

describe('what the worker does with a request', () => {
  test.each(['/', '/homepage', '/timer?eventId=1', '/events?id=1', '/nowhere', '/lively', '/apiary'])(
    '%s is a page',
    (path) => expect(handling(path)).toBe('page'),
  );

  test.each(['/api/boot', '/api', '/live', '/live?x=1', '/healthz', '/checkout', '/checkout?amount=150', '/sw.js'])(
    '%s is never touched, not even as a page',
    (path) => expect(handling(path)).toBe('untouched'),
  );

  test.each(['/favicon.svg', '/assets/app-1a2b.js', '/assets/of-another-release-3c4d.js'])('%s is a file', (path) =>
    expect(handling(path, { mode: 'cors' })).toBe('file'),
  );

  test('what changes something, other sites and unknown files are left to the browser', () => {
    expect(handling('/homepage', { method: 'POST' })).toBe('untouched');
    expect(handling('https://elsewhere.example/assets/app-1a2b.js', { mode: 'cors' })).toBe('untouched');
    expect(handling('/demo.mp4', { mode: 'no-cors' })).toBe('untouched');
  });
});
