/** How many sockets are written to before everything else in the process gets its turn. */
export const SLICE = 500;

/**
 * One slice of work in each round of the event loop, whoever it is for. Writing to 5,000 sockets in one go would hold
 * up every tap that arrives meanwhile; so would ten topics with a slice each.
 */
export interface Turns {
  next(): Promise<void>;
}

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  function takeOne(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(takeOne);
  }
  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) setImmediate(takeOne);
      }),
  };
}

/** Calls for each item that is there now, a slice at a time. */
export async function forEachInTurns<Item>(turns: Turns, items: Iterable<Item>, visit: (item: Item) => void) {
  const all = [...items];
  for (let index = 0; index < all.length; index += SLICE) {
    if (index > 0) await turns.next();
    for (const item of all.slice(index, index + SLICE)) visit(item);
  }
}
