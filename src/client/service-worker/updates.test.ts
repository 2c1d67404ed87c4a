import { describe, expect, test, vi } from 'vitest';
import type { WorkerMessage } from './messages.ts';
import { type WorkerFace, createUpdates } from './updates.ts';

interface Worker extends WorkerFace {
  state: ServiceWorkerState;
  readonly release: string | null;
  readonly heard: WorkerMessage['kind'][];
}

function worker(release: string | null): Worker {
  const heard: WorkerMessage['kind'][] = [];
  return Object.assign(new EventTarget(), {
    state: 'installed' as ServiceWorkerState,
    release,
    heard,
    postMessage: ({ kind }: WorkerMessage) => void heard.push(kind),
  });
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A page of release 'one'. */
function page() {
  const container = Object.assign(new EventTarget(), { controller: worker('one') as WorkerFace | null });
  const registration = Object.assign(new EventTarget(), {
    installing: null as WorkerFace | null,
    waiting: null as WorkerFace | null,
  });
  const timers: (() => void)[] = [];
  const reloadPage = vi.fn();
  let isHeld = false;
  const updates = createUpdates({
    container,
    pageRelease: 'one',
    releaseOf: async (asked) => (asked as Worker).release,
    isHeld: () => isHeld,
    reloadPage,
    setTimer: (callback) => void timers.push(callback),
  });
  return {
    updates,
    registration,
    reloadPage,
    timers,
    hold: (held: boolean) => (isHeld = held),
    install: async (next: Worker) => {
      next.state = 'installing';
      registration.installing = next;
      registration.dispatchEvent(new Event('updatefound'));
      registration.installing = null;
      registration.waiting = next;
      next.state = 'installed';
      next.dispatchEvent(new Event('statechange'));
      await settle();
    },
    takeOver: async (next: Worker) => {
      registration.waiting = null;
      container.controller = next;
      container.dispatchEvent(new Event('controllerchange'));
      await settle();
    },
  };
}

describe('a new worker', () => {
  test('of another release is offered, and told nothing before the user chooses', async () => {
    const { updates, registration, install } = page();
    const listener = vi.fn();
    updates.subscribe(listener);
    updates.follow(registration);
    const next = worker('two');
    await install(next);
    expect(updates.isReady()).toBe(true);
    expect(listener).toHaveBeenCalledOnce();
    expect(next.heard).toEqual([]);
  });

  test('that already waits when the page opens is offered too', async () => {
    const { updates, registration } = page();
    registration.waiting = worker('two');
    updates.follow(registration);
    await settle();
    expect(updates.isReady()).toBe(true);
  });

  test('of the release that this page already is takes over without a word', async () => {
    const { updates, registration, install, takeOver, reloadPage } = page();
    updates.follow(registration);
    const same = worker('one');
    await install(same);
    expect(same.heard).toEqual(['activate']);
    await takeOver(same);
    expect(updates.isReady()).toBe(false);
    expect(reloadPage).not.toHaveBeenCalled();
  });

  test('that does not say what it is is not offered', async () => {
    const { updates, registration, install } = page();
    updates.follow(registration);
    await install(worker(null));
    expect(updates.isReady()).toBe(false);
  });

  test('chosen in another tab reloads nothing here, but is offered', async () => {
    const { updates, registration, takeOver, reloadPage } = page();
    updates.follow(registration);
    await takeOver(worker('two'));
    expect(reloadPage).not.toHaveBeenCalled();
    expect(updates.isReady()).toBe(true);
  });
});

describe('choosing to reload', () => {
  async function offered() {
    const parts = page();
    parts.updates.follow(parts.registration);
    const next = worker('two');
    await parts.install(next);
    return { ...parts, next };
  }

  test('lets the new worker take over first, and reloads once', async () => {
    const { updates, next, takeOver, reloadPage, timers } = await offered();
    updates.reload();
    expect(next.heard).toEqual(['activate']);
    expect(reloadPage).not.toHaveBeenCalled();
    await takeOver(next);
    await takeOver(next);
    for (const ring of timers) ring();
    expect(reloadPage).toHaveBeenCalledOnce();
  });

  test('does not wait for ever for a worker that is stuck', async () => {
    const { updates, reloadPage, timers } = await offered();
    updates.reload();
    for (const ring of timers) ring();
    expect(reloadPage).toHaveBeenCalledOnce();
  });

  test('reloads at once when the new worker runs already', async () => {
    const { updates, next, takeOver, reloadPage } = await offered();
    await takeOver(next);
    updates.reload();
    expect(reloadPage).toHaveBeenCalledOnce();
  });

  test('does nothing while taps wait', async () => {
    const { updates, next, hold, reloadPage } = await offered();
    hold(true);
    updates.reload();
    expect(next.heard).toEqual([]);
    expect(reloadPage).not.toHaveBeenCalled();
  });

  test('gives way to a tap made meanwhile, and can be chosen again', async () => {
    const { updates, next, hold, takeOver, reloadPage, timers } = await offered();
    updates.reload();
    hold(true);
    await takeOver(next);
    for (const ring of timers) ring();
    hold(false);
    await settle();
    expect(reloadPage).not.toHaveBeenCalled();
    expect(updates.isReady()).toBe(true);
    updates.reload();
    expect(reloadPage).toHaveBeenCalledOnce();
  });
});
