import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairTurns, type Requester, type TurnLimits } from '../fair-turns.ts';

const LONGEST_REST_MS = 1000;
/**
 * Most works that wait. Work that several readers ask for waits once, so that a venue of a thousand phones has few waiting;
 * sixty are as many as are done before a browser gives up.
 */
const MOST_WAITING = { mostEach: 60, most: 5_000 };

/**
 * Lane for expensive work, one piece after the other, and after each a rest as long as the piece took: however much is
 * asked for, half of the processor's time is left for taps and other work. Addresses take turns, by the time that their
 * pieces have taken.
 */
export interface Lane {
  /** Rejects with a NoTurnError where too many wait, or where the reader has gone before the piece began. */
  run<Value>(reader: Requester, work: () => Value | Promise<Value>): Promise<Value>;
}

/** Reader in the server itself: a part of it with a place of its own, beside the addresses. */
export const ownReader = (from: 'webhooks' | 'followers'): Requester => ({ from, gone: new AbortController().signal });

export function createLane(limits: Omit<TurnLimits, 'atOnce'> = MOST_WAITING): Lane {
  const turns = createFairTurns({ ...limits, atOnce: 1 });

  async function rest(since: number): Promise<void> {
    await sleep(Math.min(LONGEST_REST_MS, performance.now() - since), undefined, { ref: false });
  }
  return {
    run: (reader, work) =>
      new Promise((resolve, reject) => {
        /** Aborted when one of the lines has come to its turn, or nobody waits any more. */
        const over = new AbortController();
        // The signal has a listener for each line; Node warns of more than ten.
        setMaxListeners(0, over.signal);
        let lines = 0;
        const leaveLines = () => {
          reader.gone.removeEventListener('abort', leaveLines);
          stop?.();
          over.abort();
        };
        const piece = async () => {
          leaveLines();
          const since = performance.now();
          try {
            resolve(await work());
          } catch (error) {
            reject(error);
          }
          // The reader has the answer; the turn ends with the rest.
          await rest(since);
        };
        const queue = (from: string) => {
          lines += 1;
          turns.run({ from, gone: over.signal }, piece).catch((error: unknown) => {
            lines -= 1;
            if (lines > 0) return;
            leaveLines();
            reject(error);
          });
        };
        if (reader.gone.aborted) over.abort();
        else reader.gone.addEventListener('abort', leaveLines);
        queue(reader.from);
        const stop = reader.others?.(queue);
      }),
  };
}
