import type { TableRows } from './rows.ts';

/** A name of RaceCapture's header: "Speed"|"MPH"|0.0|150.0|10, the name with its unit, its bounds and its rate. */
const NAME = /^"?([^"|]{1,60})"?\|"?([^"|]{0,20})"?\|[^|]{0,20}\|[^|]{0,20}\|[^|]{0,20}$/;

/** Whether quotation marks in this text are part of RaceCapture's names, and close no cell. */
export const isRaceCapture = (text: string): boolean => /^\s{0,4}"[^"|\n]{1,60}"\|"/.test(text.slice(0, 200));

/** The rows with names and units as other loggers write them; unchanged when they are not RaceCapture's. */
export function withPlainNames(rows: TableRows): TableRows {
  const first = rows.length === 0 ? [] : rows.at(0);
  const found = first.map((cell) => (cell.length > 200 ? null : NAME.exec(cell.trim())));
  if (found.length < 2 || found.filter((name) => name !== null).length * 2 <= found.length) return rows;
  const names = found.map((name) => {
    if (name === null) return '';
    return name[2] === '' ? name[1]! : `${name[1]} (${name[2]})`;
  });
  return { ...rows, at: (index) => (index === 0 ? names : rows.at(index)) };
}
