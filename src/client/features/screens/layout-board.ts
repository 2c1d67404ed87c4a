/** How the results of a race are laid out on a wall. */
export interface BoardLayout {
  readonly columns: number;
  readonly pages: number;
}

/** Widths in the height of the type. Below the first there is one column, and three only from the second on. */
const TWO_FROM_EM = 32;
const THREE_FROM_EM = 54;

/** Two columns have room for the gaps. Three are for boards that would roll through more than two pages otherwise. */
export function layOutBoard(count: number, rows: number, widthEm: number, wanted: number | null): BoardLayout {
  const most = widthEm >= THREE_FROM_EM ? 3 : widthEm >= TWO_FROM_EM ? 2 : 1;
  const columns = wanted ?? (count > rows * 2 ? most : Math.min(2, most));
  return { columns, pages: Math.max(1, Math.ceil(count / (rows * columns))) };
}

/** By the clock and not by a timer: two screens beside each other show the same page. */
export const pageAt = (now: number, pages: number, everyMs: number): number => Math.floor(now / everyMs) % pages;
