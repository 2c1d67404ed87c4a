/** Numbers by chance that a seed brings back. */
export interface Chance {
  /** From 0 up to 1. */
  next(this: void): number;
  between(this: void, least: number, most: number): number;
  /** A whole number, both ends included. */
  whole(this: void, least: number, most: number): number;
  /** True for so many in one. */
  is(this: void, part: number): boolean;
  pick<Item>(this: void, items: readonly Item[]): Item;
}

/** The seed goes through the mixer, or neighbouring seeds would begin alike. */
export function createChance(seed: number): Chance {
  let state = Math.imul(seed ^ 0x9e_37_79_b9, 0x85_eb_ca_6b) | 0;
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  next();
  return {
    next,
    between: (least, most) => least + (most - least) * next(),
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    is: (part) => next() < part,
    pick: (items) => items[Math.floor(next() * items.length)]!,
  };
}
