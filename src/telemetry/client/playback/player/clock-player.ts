import { createObserved } from '../../../../client/sync/observable.ts';
import { AT_REST, type Transport } from './player.ts';

/** A run without video plays too: time goes by, and cursor, map and gauges follow. */
export function createClockPlayer(duration: number, stepSeconds = 0.1): Transport {
  const state = createObserved({ ...AT_REST, isMuted: true });
  const listeners = new Set<(time: number) => void>();
  let shown = 0;
  let last = 0;
  let request = 0;

  function move(time: number): void {
    shown = Math.min(duration, Math.max(0, time));
    for (const listener of listeners) listener(shown);
  }

  function tick(now: number): void {
    move(shown + ((now - last) / 1000) * state.getSnapshot().rate);
    last = now;
    if (shown >= duration) clock.pause();
    else request = requestAnimationFrame(tick);
  }

  const clock: Transport = {
    duration,
    state,
    time: () => shown,
    play() {
      if (state.getSnapshot().isPlaying) return;
      if (shown >= duration) move(0);
      state.set({ ...state.getSnapshot(), isPlaying: true });
      last = performance.now();
      request = requestAnimationFrame(tick);
    },
    pause() {
      cancelAnimationFrame(request);
      if (state.getSnapshot().isPlaying) state.set({ ...state.getSnapshot(), isPlaying: false });
    },
    setRate: (rate) => state.set({ ...state.getSnapshot(), rate }),
    setMuted: () => undefined,
    seek: move,
    step(frames) {
      clock.pause();
      move(shown + frames * stepSeconds);
    },
    onFrame(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => clock.pause(),
  };
  return clock;
}
