export interface BackoffLimits {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** Doubles with each failure; spread out a little, so that a hillside of phones does not come back all at once. */
export function backoffMs(failures: number, random: () => number, { firstMs, mostMs }: BackoffLimits): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return full * (0.5 + random() / 2);
}

/**
 * Anywhere in a window that doubles with each failure. Sockets are lost by all viewers of a node in one moment, and they
 * all come to the others: whoever waits for half of the window like everybody else comes with everybody else.
 */
export function spreadMs(failures: number, random: () => number, { firstMs, mostMs }: BackoffLimits): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20)) * random();
}
