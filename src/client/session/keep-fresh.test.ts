import { expect, test, vi } from 'vitest';
import { STALE_AFTER_MS, keepFresh } from './keep-fresh.ts';

function phone() {
  let now = 0;
  let visibilityState: DocumentVisibilityState = 'visible';
  const page = Object.defineProperty(new EventTarget(), 'visibilityState', {
    get: () => visibilityState,
  }) as EventTarget & { readonly visibilityState: DocumentVisibilityState };
  const network = new EventTarget();
  const refresh = vi.fn();
  keepFresh({ page, network, now: () => now, refresh });
  const show = (state: DocumentVisibilityState) => {
    visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return {
    refresh,
    network,
    pocketFor: (ms: number) => {
      show('hidden');
      now += ms;
      show('visible');
    },
    lookAtFor: (ms: number) => {
      now += ms;
    },
  };
}

test('a page that was hidden for more than a minute asks again who is signed in', () => {
  const { refresh, pocketFor } = phone();
  pocketFor(STALE_AFTER_MS + 1);
  expect(refresh).toHaveBeenCalledOnce();
});

test('a glance at another tab asks nothing', () => {
  const { refresh, pocketFor, lookAtFor } = phone();
  lookAtFor(10 * STALE_AFTER_MS);
  pocketFor(STALE_AFTER_MS);
  expect(refresh).not.toHaveBeenCalled();
});

test('a connection that comes back asks again', () => {
  const { refresh, network } = phone();
  network.dispatchEvent(new Event('online'));
  expect(refresh).toHaveBeenCalledOnce();
});
