import { SLIT_ROWS } from './read-frame.ts';
import type { StripStore } from './strip-store.ts';

/** The part of the strip on the screen; time runs along x. */
export interface StripView {
  /** Moment at the left edge; undefined follows the newest frame at the right edge. */
  readonly from: number | undefined;
  readonly msPerPixel: number;
}

/** Somebody who seems to have crossed, or a moment over which no two times can be compared. */
export interface StripMark {
  readonly at: number;
  readonly kind: 'crossing' | 'cut';
}

const NOTHING = 0xff0d100b;
const GAP_DARK = 0xff243029;
const GAP_LIGHT = 0xff4a5f55;
const STRIPE = 12;
/** The accent, in the order of bytes of a canvas. */
const MARK = 0xff3af0b8;
const CUT = 0xff727bff;
const MARK_ROWS = 22;
const MARK_HALF = 5;

/** Draws the columns of a span. A gap is striped, so that nobody takes a standstill for an empty road. */
export function drawStrip(
  store: StripStore,
  { msPerPixel }: StripView,
  from: number,
  marks: readonly StripMark[],
  into: { readonly data: Uint8ClampedArray; readonly width: number },
): void {
  const { width } = into;
  const pixels = new Uint32Array(into.data.buffer);
  const count = store.count();
  const [first, last] = count === 0 ? [Infinity, -Infinity] : [store.column(0).at, store.column(count - 1).at];
  for (let x = 0; x < width; x += 1) {
    const at = from + (x + 0.5) * msPerPixel;
    const index = store.find(at);
    if (index >= 0) store.copyPixels(index, pixels, x, width);
    else if (at < first || at > last) fill(pixels, x, width, () => NOTHING);
    else fill(pixels, x, width, (row) => ((row + x) % (2 * STRIPE) < STRIPE ? GAP_DARK : GAP_LIGHT));
  }
  for (const { at, kind } of marks) {
    const x = Math.round((at - from) / msPerPixel);
    if (kind === 'crossing') drawMark(pixels, width, x);
    else if (x >= 0 && x < width) fill(pixels, x, width, () => CUT);
  }
}

function fill(pixels: Uint32Array, x: number, width: number, colourAt: (row: number) => number): void {
  for (let row = 0; row < SLIT_ROWS; row += 1) pixels[row * width + x] = colourAt(row);
}

/** A wedge at the upper edge that points at the moment: what lies below stays to be seen. */
function drawMark(pixels: Uint32Array, width: number, middle: number): void {
  for (let row = 0; row < MARK_ROWS; row += 1) {
    const half = Math.round((MARK_HALF * (MARK_ROWS - row)) / MARK_ROWS);
    for (let x = Math.max(0, middle - half); x <= Math.min(width - 1, middle + half); x += 1)
      pixels[row * width + x] = MARK;
  }
}
