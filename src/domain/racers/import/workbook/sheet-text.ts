import type { CellTime } from './cell-number.ts';
import type { Cell, Sheet } from './read-sheet.ts';

/**
 * The sheet as the text that its cells give when they are pasted, but with a space for a line break in a cell: a line
 * that needs a look is named by its number, and has to be found by that number in the workbook.
 */
export function writeSheet(sheet: Sheet): string {
  const withSeconds = findColumnsWithSeconds(sheet);
  const last = Math.max(0, ...sheet.keys());
  const lines = Array.from({ length: last }, (_, index) => {
    const cells = Array.from(sheet.get(index + 1) ?? [], (cell) => cell ?? '');
    return cells.map((cell, column) => writeCell(cell, withSeconds.has(column))).join('\t');
  });
  return lines.join('\n');
}

/** '0:30' under '0:00:30' would be read as thirty seconds: times of one column are written alike. */
function findColumnsWithSeconds(sheet: Sheet): ReadonlySet<number> {
  const found = new Set<number>();
  for (const cells of sheet.values()) {
    for (const [column, cell] of cells.entries()) {
      if (typeof cell === 'object' && cell.hasSeconds) found.add(column);
    }
  }
  return found;
}

function writeCell(cell: Cell, hasSeconds: boolean): string {
  if (typeof cell !== 'string') return writeTime(cell, hasSeconds);
  const line = cell.replaceAll(/[\t\n\r]+/g, ' ');
  return /[",;]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

function writeTime({ ms }: CellTime, hasSeconds: boolean): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const minutes = `${Math.floor(ms / 3_600_000)}:${two((ms / 60_000) % 60)}`;
  if (!hasSeconds) return minutes;
  const rest = ms % 1000;
  return `${minutes}:${two((ms / 1000) % 60)}${rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`}`;
}
