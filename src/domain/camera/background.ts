import { STRIP, STRIP_CELLS } from './strip.ts';

const { columns, rows } = STRIP;

/** Brightness by which a cell must differ from an empty road, plus a multiple of what it usually differs by. */
const LEAST_DIFFERENCE = 7;
const LEAST_DIFFERENCE_IN_NOISE = 3;
const DEVIATIONS = 3.2;
const FIRST_DEVIATION = 3;
/** A cell on its own is noise: only cells on top of each other count. */
const LEAST_RUN = 2;
const LEARNING = 0.02;
/** Something stands before the cell: it is learned slowly, so that a rider who waits there stays visible. */
const LEARNING_WHEN_COVERED = 0.0012;
/** Median deviations at which noise is taken to begin, as at dusk, and to be over. */
const NOISE_FROM = 2;
const NOISE_UNTIL = 0.7;
const LOOK_AT_NOISE_EVERY = 30;
/** Cells from which the light of the whole picture is measured, and the darkest of use for it. */
const LIGHT_STEP = 19;
const DARKEST = 16;

export interface Background {
  /** How many cells of each column show something before the road. The strip is learned from, too. */
  countCovered(strip: ArrayLike<number>): Float32Array;
  /** Grainy as at dusk: a wheel's thin rim is lost in it. */
  isNoisy(): boolean;
}

/** The empty road as it usually looks, cell by cell, without the light that a cloud takes from all cells alike. */
export function createBackground(first: ArrayLike<number>): Background {
  const usual = Float32Array.from(first);
  const deviation = new Float32Array(STRIP_CELLS).fill(FIRST_DEVIATION);
  const low = new Float32Array(STRIP_CELLS);
  const high = new Float32Array(STRIP_CELLS);
  const smoothed = new Float32Array(STRIP_CELLS);
  let isNoisy = false;
  let strips = 0;

  function countCovered(seen: ArrayLike<number>): Float32Array {
    const strip = isNoisy ? smoothUpright(seen, smoothed) : seen;
    const light = 1 / lightOf(strip, usual);
    boundUpright(usual, low, high);
    const leastDifference = isNoisy ? LEAST_DIFFERENCE_IN_NOISE : LEAST_DIFFERENCE;
    const counts = new Float32Array(columns);
    for (let column = 0; column < columns; column += 1) {
      const left = column === 0 ? 0 : -1;
      const right = column === columns - 1 ? 0 : 1;
      let run = 0;
      let count = 0;
      for (let at = column; at < STRIP_CELLS; at += columns) {
        const value = strip[at]! * light;
        const lowest = Math.min(low[at + left]!, low[at]!, low[at + right]!);
        const highest = Math.max(high[at + left]!, high[at]!, high[at + right]!);
        const difference = leastDifference + DEVIATIONS * deviation[at]!;
        const isCovered = value < lowest - difference || value > highest + difference;
        const error = value - usual[at]!;
        if (isCovered) {
          run += 1;
          count += run === LEAST_RUN ? LEAST_RUN : run > LEAST_RUN ? 1 : 0;
          usual[at]! += LEARNING_WHEN_COVERED * error;
        } else {
          run = 0;
          usual[at]! += LEARNING * error;
          deviation[at]! += LEARNING * (Math.abs(error) - deviation[at]!);
        }
      }
      counts[column] = count;
    }
    strips += 1;
    if (strips % LOOK_AT_NOISE_EVERY === 0) {
      const middle = Float32Array.from(deviation).sort()[STRIP_CELLS >> 1]!;
      if (middle > NOISE_FROM) isNoisy = true;
      else if (middle < NOISE_UNTIL) isNoisy = false;
    }
    return counts;
  }
  return { countCovered, isNoisy: () => isNoisy };
}

/** The light now beside the usual light: the middle of the ratios, which no rider moves. */
function lightOf(strip: ArrayLike<number>, usual: Float32Array): number {
  const ratios: number[] = [];
  for (let at = 3; at < STRIP_CELLS; at += LIGHT_STEP) {
    if (usual[at]! > DARKEST) ratios.push(strip[at]! / usual[at]!);
  }
  ratios.sort((one, other) => one - other);
  const middle = ratios[ratios.length >> 1];
  return middle === undefined || middle <= 0 ? 1 : middle;
}

/** Lowest and highest of each cell and the cells above and below: a camera that shakes by a cell sees nothing new. */
function boundUpright(usual: Float32Array, low: Float32Array, high: Float32Array): void {
  for (let at = 0; at < STRIP_CELLS; at += 1) {
    const above = at < columns ? at : at - columns;
    const below = at >= STRIP_CELLS - columns ? at : at + columns;
    low[at] = Math.min(usual[above]!, usual[at]!, usual[below]!);
    high[at] = Math.max(usual[above]!, usual[at]!, usual[below]!);
  }
}

function smoothUpright(strip: ArrayLike<number>, into: Float32Array): Float32Array {
  for (let row = 0; row < rows; row += 1) {
    const above = Math.max(0, row - 1) * columns;
    const below = Math.min(rows - 1, row + 1) * columns;
    for (let column = 0; column < columns; column += 1) {
      into[row * columns + column] =
        (strip[above + column]! + strip[row * columns + column]! + strip[below + column]!) / 3;
    }
  }
  return into;
}
