import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { __vitePreload as importPart } from './import-part.ts';

let network: (path: string) => Promise<Response>;
let page: EventTarget;
const asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  page = new EventTarget();
  vi.stubGlobal('document', {
    querySelector: (tag: string) => {
      const isPreloaded = tag.includes('/preloaded.js') && !tag.includes(':not([rel=preload])');
      return tag.includes('/in-page.js') || isPreloaded ? {} : null;
    },
  });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return network(path);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const arrives = async () => new Response('export {}');
const fails = () => Promise.reject(new TypeError('Failed to fetch'));

test('[EN1] a part is imported only when all of its files are here, and a file that failed is asked for again', async () => {
  const load = vi.fn(async () => 'part');
  network = (path) => (path === '/two.js' ? fails() : arrives());
  const first = expect(importPart(load, ['one.js', 'two.js', 'in-page.js'])).rejects.toThrow('Failed to fetch');
  await vi.runAllTimersAsync();
  await first;
  expect(load).not.toHaveBeenCalled();

  network = arrives;
  expect(await importPart(load, ['one.js', 'two.js', 'in-page.js'])).toBe('part');
  expect(asked).toEqual(['/one.js', '/two.js', '/two.js']);
});

test('[EN1] a file that the page only preloads may have failed: it is asked for, and found on its way', async () => {
  network = arrives;
  expect(await importPart(async () => 'part', ['preloaded.js'])).toBe('part');
  expect(asked).toEqual(['/preloaded.js']);
});

test('[EN1] a file that the server does not have is no part', async () => {
  network = async () => new Response('Not found', { status: 404 });
  const load = vi.fn(async () => 'part');
  const loading = expect(importPart(load, ['gone.js'])).rejects.toThrow('404');
  await vi.runAllTimersAsync();
  await loading;
  expect(load).not.toHaveBeenCalled();
});

test('a page that is being left shows no failure before the next page is there', async () => {
  let fail: (error: Error) => void = () => undefined;
  network = () => new Promise((_, reject) => (fail = reject));
  const failed = vi.fn();
  importPart(async () => 'part', ['left.js']).catch(failed);
  page.dispatchEvent(new Event('beforeunload'));
  fail(new TypeError('NetworkError'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2000);
  expect(failed, 'the link was a download, and the page is still there').toHaveBeenCalledOnce();
});
