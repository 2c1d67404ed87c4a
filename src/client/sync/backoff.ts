export interface BackoffLimits {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** The delay doubles with each failure; it is spread out a little, so that many phones do not come back all at once. */
export function backoffMs(failures: number, random: () => number, { firstMs, mostMs }: BackoffLimits): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return full * (0.5 + random() / 2);
}

/**
 * A delay anywhere in a window that doubles with each failure. All viewers of a node lose their sockets in one moment
 * and go to the other nodes: with a delay of at least half the window they would come all at once.
 */
export function spreadMs(failures: number, random: () => number, { firstMs, mostMs }: BackoffLimits): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20)) * random();
}
