/** Layout of a race's results on a wall. */
export interface BoardLayout {
  readonly columns: number;
  readonly pages: number;
  /** Factor by which the lines are larger than the rest of the screen. */
  readonly scale: number;
}

/** Widths in the height of the type. Below the first there is one column, and three only from the second on. */
const TWO_FROM_EM = 32;
const THREE_FROM_EM = 54;
const SCALES = [2, 1.5];

/**
 * Two columns have room for the gaps. Three are for boards that would roll through more than two pages otherwise. A few
 * lines have one column in larger type: half of the wall would be empty, and the names too small for the back of the hall.
 */
export function layOutBoard(count: number, rows: number, widthEm: number, wanted: number | null): BoardLayout {
  const most = widthEm >= THREE_FROM_EM ? 3 : widthEm >= TWO_FROM_EM ? 2 : 1;
  const scale = SCALES.find((each) => wanted === null && most > 1 && count <= Math.floor(rows / each)) ?? 1;
  const columns = wanted ?? (scale > 1 ? 1 : count > rows * 2 ? most : Math.min(2, most));
  return { columns, pages: Math.max(1, Math.ceil(count / (rows * columns))), scale };
}

/** Page to show at a moment, by the clock and not by a timer: two screens beside each other show the same page. */
export const pageAt = (now: number, pages: number, everyMs: number): number => Math.floor(now / everyMs) % pages;
