export interface BackoffLimits {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** Doubles with each failure; spread out, so that a hillside of phones does not come back all at once. */
export function backoffMs(failures: number, random: () => number, { firstMs, mostMs }: BackoffLimits): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 20));
  return full * (0.5 + random() / 2);
}
