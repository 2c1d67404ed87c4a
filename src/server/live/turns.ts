import type { LiveTimers } from './timers.ts';

/** Sockets that are written to before all other work in the process gets its turn. */
export const SLICE = 500;

/**
 * One slice of work in each round of the event loop, for all topics together. Writing to 5,000 sockets in one go would
 * hold up every tap that arrives meanwhile; so would ten topics with a slice each. Topics with few followers share a
 * slice: with a round for each of them, a hundred would wait for a hundred rounds.
 */
export interface Turns {
  /** Resolves when the caller may write to this many sockets, a slice at the most. */
  next(sockets: number): Promise<void>;
}

export function createTurns({ nextRound }: Pick<LiveTimers, 'nextRound'>): Turns {
  const waiting: { readonly sockets: number; readonly go: () => void }[] = [];
  function takeRound(): void {
    let left = SLICE;
    do {
      const { sockets, go } = waiting.shift()!;
      left -= sockets;
      go();
    } while (waiting.length > 0 && waiting[0]!.sockets <= left);
    if (waiting.length > 0) nextRound(takeRound);
  }
  return {
    next: (sockets) =>
      new Promise((go) => {
        waiting.push({ sockets, go });
        if (waiting.length === 1) nextRound(takeRound);
      }),
  };
}

/** Visits each present item, a slice at a time. */
export async function forEachInTurns<Item>(turns: Turns, items: Iterable<Item>, visit: (item: Item) => void) {
  const all = [...items];
  for (let index = 0; index < all.length; index += SLICE) {
    const slice = all.slice(index, index + SLICE);
    if (index > 0) await turns.next(slice.length);
    for (const item of slice) visit(item);
  }
}
