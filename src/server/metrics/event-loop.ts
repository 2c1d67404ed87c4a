import type { Histogram, Registry } from './registry.ts';
import type { SlowLog } from './slow-log.ts';

const TICK_MS = 20;

export interface EventLoop {
  readonly delay: Histogram;
  stop(): void;
}

/**
 * Measures how late timers come. Node's own `monitorEventLoopDelay` can only be read by resetting it, and forgets a
 * block right after that; fifty timers a second cost nothing and miss nothing.
 */
export function watchEventLoop(registry: Registry, slow: SlowLog): EventLoop {
  const delay = registry.histogram('pushoff_event_loop_delay_seconds', 'How late timers come.', {
    bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
    unit: 1000,
  });
  let before = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const late = Math.max(0, now - before - TICK_MS);
    before = now;
    delay.observe(late);
    slow.note('event loop', late);
  }, TICK_MS).unref();
  return { delay, stop: () => clearInterval(timer) };
}
