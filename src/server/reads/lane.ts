import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_REST_MS = 1000;

/**
 * Lane for expensive work, one piece after the other, and after each a rest as long as the piece took: however much is
 * asked for, half of the processor's time is left for taps and other work.
 */
export interface Lane {
  run<Value>(work: () => Value | Promise<Value>): Promise<Value>;
}

export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();

  async function rest(since: number): Promise<void> {
    await sleep(Math.min(LONGEST_REST_MS, performance.now() - since), undefined, { ref: false });
  }
  return {
    run(work) {
      let since = 0;
      const result = last.then(() => {
        since = performance.now();
        return work();
      });
      last = result.then(
        () => rest(since),
        () => rest(since),
      );
      return result;
    },
  };
}
