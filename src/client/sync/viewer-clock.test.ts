import { describe, expect, it } from 'vitest';
import { ok } from '../../domain/result.ts';
import type { Reading } from '../../domain/timing/clock.ts';
import { createTime, failed } from '../../../tests/support/sync-device.ts';
import { createViewerClock } from './viewer-clock.ts';

const COMMON = 1_700_000_000_000;

/** A viewer's phone whose wall clock is an hour slow. */
function createPhone() {
  const time = createTime();
  const state = { slept: 0, set: 0, isOffline: false, wayMs: 10, asked: 0 };
  const clock = {
    read: (): Reading => ({
      wall: COMMON + time.now() - 3_600_000 + state.set,
      monotonic: time.now() - state.slept,
      origin: 1,
    }),
  };
  const wait = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve));
  const viewerClock = createViewerClock({ clock, timers: time }, async () => {
    state.asked += 1;
    if (state.isOffline) return failed('unavailable');
    await wait(state.wayMs);
    const at = COMMON + time.now();
    await wait(10);
    return ok({ received: at, sent: at });
  });
  return { time, state, viewerClock, off: () => Math.abs(viewerClock.now() - COMMON - time.now()) };
}

describe('[K7] the clock of a viewer', () => {
  it('follows the device until it is measured, and then the common clock', async () => {
    const { time, viewerClock, off } = createPhone();
    expect(off()).toBe(3_600_000);
    void viewerClock.measure();
    await time.pass(1_000);
    expect(off()).toBeLessThanOrEqual(1);
  });

  it('keeps a quick observation where later ones are slow, and measures on by itself', async () => {
    const { time, state, viewerClock, off } = createPhone();
    void viewerClock.measure();
    await time.pass(1_000);
    state.wayMs = 900;
    await time.pass(600_000);
    expect(state.asked, 'later ones were asked for').toBeGreaterThan(5);
    expect(off()).toBeLessThanOrEqual(1);
  });

  it('follows the wall clock through a sleep', async () => {
    const { time, state, viewerClock, off } = createPhone();
    void viewerClock.measure();
    await time.pass(1_000);
    state.isOffline = true;
    state.slept = 20_000;
    await time.pass(60_000);
    expect(off()).toBeLessThanOrEqual(1);
  });

  it('[K8] asks five times as it opens, once when it is looked at again, and once in five minutes', async () => {
    const { time, state, viewerClock } = createPhone();
    void viewerClock.measure();
    await time.pass(1_000);
    expect(state.asked).toBe(5);
    void viewerClock.measure();
    await time.pass(1_000);
    expect(state.asked).toBe(6);
    await time.pass(3_600_000);
    expect(state.asked).toBeGreaterThanOrEqual(6 + 10);
    expect(state.asked).toBeLessThanOrEqual(6 + 12);
  });

  it('[K8] measures anew within half a minute after the clock was set, and where nothing was answered', async () => {
    const { time, state, viewerClock, off } = createPhone();
    state.isOffline = true;
    void viewerClock.measure();
    await time.pass(1_000);
    state.isOffline = false;
    await time.pass(31_000);
    expect(off()).toBeLessThanOrEqual(1);
    state.set = 5_000;
    await time.pass(31_000);
    expect(off()).toBeLessThanOrEqual(1);
  });
});
