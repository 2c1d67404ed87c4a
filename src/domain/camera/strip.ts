/** Cells of a strip: a narrow picture around the finish line, in which a rider is about a third as wide as the strip. */
export const STRIP = { columns: 32, rows: 90 } as const;
export const STRIP_CELLS = STRIP.columns * STRIP.rows;

/** The line's column: the line lies between this cell and the one before. */
export const LINE_COLUMN = STRIP.columns / 2;

/** Share of the picture's width that a strip shows: a fifth, as wide as a bicycle is long ten metres away. */
const WIDTH_SHARE = 0.2;

/** Part of a picture in its own pixels. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Brightness of a part of a picture, one byte a pixel. */
export interface Luma {
  readonly bytes: Uint8Array;
  /** Offset of the first pixel. */
  readonly offset: number;
  /** Bytes from one pixel to the one at its right: not 1 where a sensor lies in an upright phone. */
  readonly step?: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

const even = (value: number): number => 2 * Math.round(value / 2);

/**
 * The part of an upright picture around a line at a share of its width. Sides are even, because cameras share colours between
 * two pixels and refuse odd ones; a line close to the edge moves the crop inward by nothing: the line must stay its middle.
 */
export function cropAround(line: number, width: number, height: number): Crop {
  const middle = line * width;
  const half = Math.max(STRIP.columns / 2, Math.min((width * WIDTH_SHARE) / 2, middle, width - middle));
  const x = Math.min(Math.max(0, even(middle - half)), even(width) - 2);
  return { x, y: 0, width: Math.max(2, even(Math.min(2 * half, width - x))), height: 2 * Math.floor(height / 2) };
}

/** Means of the crop's pixels by cell. Up to four pixels of a cell's rows are read: all would cost more than they tell. */
export function readStrip(
  { bytes, offset, step: right = 1, stride, width, height }: Luma,
  into = new Uint8Array(STRIP_CELLS),
): Uint8Array<ArrayBuffer> {
  for (let row = 0; row < STRIP.rows; row += 1) {
    const top = Math.floor((row * height) / STRIP.rows);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / STRIP.rows));
    const step = Math.max(1, Math.floor((bottom - top) / 4));
    for (let column = 0; column < STRIP.columns; column += 1) {
      const left = Math.floor((column * width) / STRIP.columns);
      const end = Math.max(left + 1, Math.floor(((column + 1) * width) / STRIP.columns));
      let sum = 0;
      let count = 0;
      for (let y = top; y < bottom; y += step) {
        for (let x = left; x < end; x += 1) sum += bytes[offset + y * stride + x * right]!;
        count += end - left;
      }
      into[row * STRIP.columns + column] = sum / count;
    }
  }
  return into;
}
