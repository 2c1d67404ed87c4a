import { listRows, type Row, type TableRows, takeRows } from './rows.ts';

/** For example '46.95, 7.44' or '(46.95 7.44)': latitude first. */
const PAIR = /^\s{0,4}\(?\s{0,4}(-?\d{1,2}\.\d{2,15})\s{0,4}[,; ]\s{0,4}(-?\d{1,3}\.\d{2,15})\s{0,4}\)?\s{0,4}$/;
const LOOKED_AT = 60;
const NAMES = ['latitude', 'longitude'];

/** A table whose positions stand in one column gets them in two, behind its own; others are returned as they are. */
export function withSplitPlaces(rows: TableRows): TableRows {
  const head = takeRows(rows, 0, LOOKED_AT);
  const width = Math.max(0, ...head.map((row) => row.length));
  const column = Array.from({ length: width }, (_, at) => at).find(
    (at) => head.filter((row) => PAIR.test((row[at] ?? '').slice(0, 80))).length * 2 > head.length,
  );
  if (column === undefined) return rows;
  const first = head.findIndex((row) => PAIR.test((row[column] ?? '').slice(0, 80)));
  // The nearest row above that names the column.
  const named = head.findLastIndex((row, at) => at < first && (row[column] ?? '').trim() !== '');
  return listRows(
    Array.from({ length: rows.length }, (_, index): Row => {
      const row = rows.at(index);
      if (row.length < width) return row;
      const found = PAIR.exec((row[column] ?? '').slice(0, 80));
      return [...row, ...(index === named ? NAMES : [found?.[1] ?? '', found?.[2] ?? ''])];
    }),
  );
}
