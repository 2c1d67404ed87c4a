import { SLIT_ROWS } from './read-frame.ts';

/** Columns of one block: old ones go block by block. */
const BLOCK = 256;
export const COLUMN_BYTES = SLIT_ROWS * 4;

interface Block {
  readonly pixels: Uint32Array;
  readonly at: Float64Array;
  readonly interval: Float32Array;
  count: number;
}

interface StripColumn {
  readonly at: number;
  /** Half of it lies on each side of `at`; what no column covers is a gap. */
  readonly interval: number;
}

export interface StripStore {
  /** False where this device had no memory left: the oldest went, and so did half of what may be kept. */
  push(slit: Uint32Array, column: StripColumn): boolean;
  /** Index of the column that covers a moment; -1 in a gap. */
  find(at: number): number;
  /** Index of the nearest column; -1 where there is none. */
  nearest(at: number): number;
  column(index: number): StripColumn;
  copyPixels(index: number, to: Uint32Array, x: number, width: number): void;
  count(): number;
  bytes(): number;
  /** Bounds the memory. Takes effect with the next column. */
  keep(ms: number): void;
}

export interface StoreParts {
  readonly keepMs: number;
  readonly mostBytes: number;
  readonly allocate?: (columns: number) => Uint32Array;
}

/** The photo finish: one column a frame, as long as minutes and memory allow. */
export function createStripStore({ keepMs, mostBytes, allocate }: StoreParts): StripStore {
  const make = allocate ?? ((columns: number) => new Uint32Array(columns * SLIT_ROWS));
  const blocks: Block[] = [];
  let keptMs = keepMs;
  let mostBlocks = Math.max(2, Math.floor(mostBytes / (BLOCK * COLUMN_BYTES)));
  /** A block that has gone is written again: memory that is handed back and asked for anew may be gone for good. */
  let spare: Block | undefined;

  function drop(): void {
    spare = blocks.shift();
  }

  /** A block that was written before, or a new one; undefined where there is no memory. */
  function takeBlock(): Block | undefined {
    const used = spare;
    spare = undefined;
    if (used !== undefined) {
      used.count = 0;
      return used;
    }
    try {
      const pixels = make(BLOCK);
      return { pixels, at: new Float64Array(BLOCK), interval: new Float32Array(BLOCK), count: 0 };
    } catch {
      return undefined;
    }
  }

  function addBlock(): boolean {
    while (blocks.length >= mostBlocks) drop();
    const block = takeBlock();
    if (block !== undefined) {
      blocks.push(block);
      return true;
    }
    mostBlocks = Math.max(2, blocks.length >> 1);
    while (blocks.length >= mostBlocks) drop();
    const older = takeBlock();
    if (older !== undefined) blocks.push(older);
    return false;
  }

  const count = (): number => blocks.reduce((sum, block) => sum + block.count, 0);
  const blockOf = (index: number): [Block, number] => [blocks[Math.floor(index / BLOCK)]!, index % BLOCK];
  const atOf = (index: number): number => {
    const [block, place] = blockOf(index);
    return block.at[place]!;
  };

  /** The last column that is not later; -1 for none. */
  function lastUntil(at: number): number {
    let [low, high] = [0, count()];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (atOf(middle) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  function nearest(at: number): number {
    const before = lastUntil(at);
    const all = count();
    if (before < 0) return all > 0 ? 0 : -1;
    if (before + 1 >= all) return before;
    return at - atOf(before) <= atOf(before + 1) - at ? before : before + 1;
  }

  return {
    push(slit, { at, interval }) {
      let isKept = true;
      const last = blocks.at(-1);
      if (last === undefined || last.count === BLOCK) {
        while (blocks.length > 1 && at - blocks[0]!.at[BLOCK - 1]! > keptMs) drop();
        isKept = addBlock();
      }
      const block = blocks.at(-1);
      if (block === undefined) return false;
      const place = block.count;
      // Columns lie in the order of their times, whatever a clock did: all searching rests on it.
      const before = place > 0 ? block.at[place - 1]! : blocks.length > 1 ? blocks.at(-2)!.at[BLOCK - 1]! : -Infinity;
      block.at[place] = Math.max(at, before + 0.01);
      block.interval[place] = interval;
      block.pixels.set(slit, place * SLIT_ROWS);
      block.count += 1;
      return isKept;
    },
    find(at) {
      const index = nearest(at);
      if (index < 0) return -1;
      const [block, place] = blockOf(index);
      // A little more than half: frames that come by the beat leave no hair's breadth between them.
      return Math.abs(at - block.at[place]!) <= 0.75 * block.interval[place]! ? index : -1;
    },
    nearest,
    column(index) {
      const [block, place] = blockOf(index);
      return { at: block.at[place]!, interval: block.interval[place]! };
    },
    copyPixels(index, to, x, width) {
      const [block, place] = blockOf(index);
      const begin = place * SLIT_ROWS;
      for (let row = 0, target = x; row < SLIT_ROWS; row += 1, target += width) to[target] = block.pixels[begin + row]!;
    },
    count,
    bytes: () => blocks.length * BLOCK * COLUMN_BYTES,
    keep(ms) {
      keptMs = ms;
    },
  };
}
