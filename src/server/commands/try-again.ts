import { Collision } from '../journal/numbering.ts';

const MOST_TRIES = 5;
const DEADLOCK = '40P01';
const SERIALIZATION = '40001';

/** A deadlock, or two nodes that did the same thing at once: the other one has won, and the next try sees it. */
export async function tryAgain<Value>(run: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries >= MOST_TRIES || !isWorthAnotherTry(error)) throw error;
    }
  }
}

export function isWorthAnotherTry(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof Collision || code === DEADLOCK || code === SERIALIZATION;
}
