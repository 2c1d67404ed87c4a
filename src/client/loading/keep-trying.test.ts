import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTrying } from './keep-trying.ts';

let network: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  network = new EventTarget();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fails so many times, then loads. */
function failing(times: number) {
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries <= times) throw new TypeError('Failed to fetch');
    return 'part';
  };
  return { load, tries: () => tries };
}

test('[EN2] a part that did not arrive is tried again after a pause', async () => {
  const { load, tries } = failing(2);
  const loading = keepTrying(load);
  await vi.advanceTimersByTimeAsync(4999);
  expect(tries()).toBe(1);
  await vi.advanceTimersByTimeAsync(5001);
  expect(await loading).toBe('part');
  expect(tries()).toBe(3);
});

test('[EN2] a part that did not arrive is tried again at once when the network is back', async () => {
  const { load } = failing(1);
  const loading = keepTrying(load);
  await vi.advanceTimersByTimeAsync(0);
  network.dispatchEvent(new Event('online'));
  expect(await loading).toBe('part');
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing is tried again for a page that is gone', async () => {
  const { load, tries } = failing(1);
  let isOver = false;
  const failures: unknown[] = [];
  const loading = keepTrying(
    load,
    () => isOver,
    (error) => failures.push(error),
  );
  await vi.advanceTimersByTimeAsync(0);
  isOver = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loading).toBe(null);
  expect(tries()).toBe(1);
  expect(failures).toHaveLength(1);
});
