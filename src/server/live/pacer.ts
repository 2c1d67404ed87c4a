import type { Log } from '../log.ts';

const RETRY_MS = 1000;

export interface Pacer {
  /** Does the work soon; asked again while it is being done, once more afterwards. */
  wake(): void;
  stop(): void;
}

/** At the leading edge at once, then at most once in each `paceMs`, from start to start: what comes in between is done together. */
export function createPacer(work: () => Promise<void>, paceMs: number, log: Log): Pacer {
  let isAsked = false;
  let isRunning = false;
  let hasStopped = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (isAsked && !hasStopped) {
      isAsked = false;
      try {
        const startedAt = performance.now();
        await work();
        const left = startedAt + paceMs - performance.now();
        if (left > 0) await pause(left);
      } catch (error) {
        log.error('A live update failed and is tried again', { error });
        isAsked = true;
        await pause(RETRY_MS);
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
