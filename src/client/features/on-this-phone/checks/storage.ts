import { deleteDB, openDB } from 'idb';
import { isStorageKept, keepStorage } from '../../../sync/kept-storage.ts';
import type { Check, Finding } from '../check.ts';
import { shareOf, tenths, written } from '../figures.ts';

const NAME = 'pushoff-on-this-phone';
const WRITES = 30;
/** A tap is about as large. */
const TAP_BYTES = 500;
/** A tap that is on the disk within this time has not kept the next one waiting. */
const SLOW_MS = 100;
/** Pictures of a day of finishes. */
const LEAST_FREE_MB = 200;

export interface Storage {
  /** Milliseconds for each write to the disk; empty where the browser keeps nothing. */
  readonly writes: readonly number[];
  readonly isKept: boolean;
  readonly freeMb: number | undefined;
}

export const storage: Check = {
  id: 'storage',
  title: 'Storage',
  about: `Writes ${WRITES} made-up times to the disk and removes them again.`,
  withinMs: 60_000,
  async run({ signal, progress }) {
    const writes = await measureWrites(signal, progress);
    const { quota, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
    return judgeStorage({
      writes,
      isKept: (await isStorageKept()) || (await keepStorage()),
      freeMb: quota === undefined ? undefined : Math.round((quota - usage) / 1_000_000),
    });
  },
};

async function measureWrites(signal: AbortSignal, progress: (share: number) => void): Promise<number[]> {
  const database = await openDB(NAME, 1, { upgrade: (each) => void each.createObjectStore('taps') }).catch(() => null);
  if (database === null) return [];
  const writes: number[] = [];
  try {
    for (let number = 0; number < WRITES && !signal.aborted; number += 1) {
      const began = performance.now();
      const transaction = database.transaction('taps', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put('x'.repeat(TAP_BYTES), number), transaction.done]);
      writes.push(performance.now() - began);
      progress(number / WRITES);
    }
  } finally {
    database.close();
    await deleteDB(NAME);
  }
  return writes;
}

export function judgeStorage({ writes, isKept, freeMb }: Storage): Finding {
  if (writes.length === 0) {
    return {
      verdict: 'absent',
      seen: 'This browser keeps nothing.',
      means: 'Don’t time with it: taps are lost when the page closes. A private window does that; open a normal one.',
      figures: { isKept, freeMb: freeMb ?? 'unknown' },
    };
  }
  const [usual, slow] = [shareOf(writes, 0.5), shareOf(writes, 0.95)];
  const figures = { isKept, freeMb: freeMb ?? 'unknown', writeP50Ms: tenths(usual), writeP95Ms: tenths(slow) };
  const seen = `A tap is on the disk in ${written(usual)} ms, now and then ${written(slow)} ms.`;
  if (slow > SLOW_MS) {
    return {
      verdict: 'weak',
      seen,
      means: 'That’s slow. Close other apps. Times stay right, since a tap has its time first.',
      figures,
    };
  }
  if (freeMb !== undefined && freeMb < LEAST_FREE_MB) {
    return {
      verdict: 'weak',
      seen,
      means: `Only ${freeMb} MB are free. Make room before you keep pictures of finishes.`,
      figures,
    };
  }
  if (!isKept) {
    return {
      verdict: 'weak',
      seen,
      means: 'The browser may clear what waits if the phone runs out of room. Add the page to the home screen.',
      figures,
    };
  }
  return { verdict: 'passed', seen, means: 'Taps and pictures stay on this phone until it has sent them.', figures };
}
