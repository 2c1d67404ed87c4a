import { afterEach, expect, test, vi } from 'vitest';
import { askAhead, takeAhead } from './ask-ahead.ts';
import { askFirst } from './ask-first.ts';

afterEach(() => void vi.unstubAllGlobals());

function stubFetch() {
  const fetch = vi.fn((_path: string, _init: { headers: Record<string, string> }) =>
    Promise.resolve(new Response('{"name":"Winter league"}')),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('[SE7] a series is asked for once while its page is on the way, with the key of its link', async () => {
  const fetch = stubFetch();
  askAhead({ pathname: '/series/abc-1', hash: '#key=secret' });
  expect(fetch).toHaveBeenCalledOnce();
  expect(fetch.mock.calls[0]![1].headers).toMatchObject({ 'x-series-key': 'secret' });
  expect(await takeAhead('abc-1', 'secret')).toEqual({ ok: true, value: { name: 'Winter league' } });
  expect(takeAhead('abc-1', 'secret')).toBeNull();
});

test('[SE7] the answer for one series, or for one key, is never taken for another', () => {
  const fetch = stubFetch();
  askAhead({ pathname: '/series/abc-1', hash: '' });
  expect(takeAhead('other', null)).toBeNull();
  askAhead({ pathname: '/series/abc-1', hash: '' });
  expect(takeAhead('abc-1', 'secret')).toBeNull();
  askAhead({ pathname: '/series', hash: '' });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('[SE7] what the head of the page has asked for is not asked for again, and answers no other key', async () => {
  const fetch = stubFetch();
  const head = { pathname: '/series/abc-1', hash: '#key=secret' };
  vi.stubGlobal('location', head);
  askFirst('x-schema', 5, 'x-series-key');
  expect(fetch.mock.calls[0]![1].headers).toMatchObject({ 'x-schema': '5', 'x-series-key': 'secret' });
  askAhead(head);
  expect(fetch).toHaveBeenCalledOnce();
  expect(await takeAhead('abc-1', 'secret')).toEqual({ ok: true, value: { name: 'Winter league' } });
  askFirst('x-schema', 5, 'x-series-key');
  askAhead({ ...head, hash: '#key=other' });
  expect(fetch).toHaveBeenCalledTimes(3);
});
