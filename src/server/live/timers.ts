/**
 * Timers are all that the hub knows of time. The simulator gives its own: there a seed takes no real time, and is
 * always the same run.
 */
export interface LiveTimers {
  /** Milliseconds that only grow, with fractions. */
  now(): number;
  /** Keeps no process alive. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Like `after`, again and again. */
  every(ms: number, run: () => void): () => void;
  /** Runs in the next round of the event loop: what has arrived meanwhile goes first. */
  nextRound(run: () => void): void;
}

export const systemTimers: LiveTimers = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
  nextRound: (run) => void setImmediate(run),
};

export function sleep(timers: LiveTimers, ms: number): Promise<void> {
  return new Promise((resolve) => void timers.after(ms, resolve));
}
