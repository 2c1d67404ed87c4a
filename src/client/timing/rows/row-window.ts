/** Rows of a long list that are in the document: from the first up to, and without, the last. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** A phone lays out so many rows in no time; shorter lists are in the document as a whole. */
export const WHOLE_UP_TO = 40;
/** The range moves in steps, so that scrolling renders now and then and not all the time. */
const STEP = 6;

export interface RowGeometry {
  readonly count: number;
  /** Height of a row with its gap: from the top of the first row to the top of the second. */
  readonly rowHeight: number;
  /** The top of the list, from the top edge of the screen. */
  readonly listTop: number;
  readonly screenHeight: number;
}

/** One step above and one below the visible rows, so that neither a flick nor the Tab key finds nothing. */
export function rangeInView({ count, rowHeight, listTop, screenHeight }: RowGeometry): RowRange {
  if (count <= WHOLE_UP_TO) return { from: 0, to: count };
  const first = Math.floor(-listTop / rowHeight / STEP) * STEP - STEP;
  const last = Math.ceil((screenHeight - listTop) / rowHeight / STEP) * STEP + STEP;
  // A list that is out of view keeps its nearest rows: something has to be there when it is scrolled in.
  const from = Math.min(Math.max(0, first), Math.max(0, count - 2 * STEP));
  return { from, to: Math.min(count, Math.max(last, from + 2 * STEP)) };
}
