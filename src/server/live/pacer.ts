import type { Log } from '../log.ts';
import { type LiveTimers, sleep } from './timers.ts';

const RETRY_MS = 1000;

export interface PacerParts {
  readonly log: Log;
  readonly timers: LiveTimers;
}

export interface Pacer {
  /** Does the work soon; a call during the work does it once more afterwards. */
  wake(): void;
  stop(): void;
}

/**
 * Runs at once on the first call, then at most once in each `paceMs`, from start to start: calls in between are done
 * together.
 */
export function createPacer(work: () => Promise<void>, paceMs: number, { log, timers }: PacerParts): Pacer {
  let isAsked = false;
  let isRunning = false;
  let hasStopped = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (isAsked && !hasStopped) {
      isAsked = false;
      try {
        const startedAt = timers.now();
        await work();
        const left = startedAt + paceMs - timers.now();
        if (left > 0) await sleep(timers, left);
      } catch (error) {
        log.error('A live update failed and is tried again', { error });
        isAsked = true;
        await sleep(timers, RETRY_MS);
      }
    }
    isRunning = false;
  }
  return {
    wake() {
      isAsked = true;
      if (!isRunning && !hasStopped) void run();
    },
    stop() {
      hasStopped = true;
    },
  };
}
