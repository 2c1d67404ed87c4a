/** Random numbers that are the same for the same seed. Every part of the world draws from a stream of its own. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  below(below: number): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** By weight; a weight of 0 is never picked. */
  weigh<Value>(choices: readonly (readonly [number, Value])[]): Value;
  uuid(): string;
  /** Another stream, independent of draws from this one. */
  fork(name: string): Random;
}

export function createRandom(seed: number | string): Random {
  const next = sfc32(String(seed));
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('Nothing to pick from');
      return value;
    },
    weigh(choices) {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      return choices.at(-1)![1];
    },
    uuid() {
      const hex = (digits: number): string =>
        below(16 ** digits)
          .toString(16)
          .padStart(digits, '0');
      return `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(6)}${hex(6)}`;
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}

function sfc32(seed: string): () => number {
  let [a, b, c, d] = [mix(seed, 1), mix(seed, 2), mix(seed, 3), 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}

/** FNV-1a; `salt` makes several of one text. */
export function mix(text: string, salt = 0): number {
  let hash = 0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1);
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
