import { isNothing } from './cells.ts';
import { chooseColumns, type ValueColumn } from './choose-columns.ts';
import type { MappedColumn, TableColumns } from '../column-mapping.ts';
import { type Header, uniqueNames } from './header.ts';
import { type KnownColumn, UNMEASURED } from './known-columns.ts';
import type { Row } from './rows.ts';
import { nameOfUnit } from './units.ts';

const SHOWN_ROWS = 5;
const SHOWN_CELL = 60;

export const showRows = (rows: readonly Row[]): string[][] =>
  rows.slice(0, SHOWN_ROWS).map((row) => row.map((cell) => cell.slice(0, SHOWN_CELL)));

/** What each column of a table was taken for; null without a row of names. */
export function describeColumns(
  names: Row | undefined,
  { columns }: Header,
  values: readonly ValueColumn[],
  firstRows: readonly Row[],
): TableColumns | null {
  if (names === undefined) return null;
  const header = uniqueNames(names);
  const chosen = chooseColumns(columns);
  const known = new Map(columns.map((column) => [column.index, column]));
  const taken = header.map((_, index): MappedColumn | null => {
    const column = known.get(index);
    if (column === undefined) return { meaning: 'ignore' };
    const { meaning } = column;
    if (meaning === 'lap') return { meaning };
    if (UNMEASURED.has(meaning)) return null;
    if (chosen.get(meaning) !== column) return { meaning: 'ignore' };
    const unit = unitOf(column, values);
    return { meaning: meaning as MappedColumn['meaning'], ...(unit !== undefined && { unit }) };
  });
  const isFilled = (index: number) => firstRows.some((row) => !isNothing((row[index] ?? '').trim()));
  const unused = header.filter(
    (_, index) => !known.has(index) && (names[index] ?? '').trim() !== '' && isFilled(index),
  );
  return { header, rows: showRows(firstRows), taken, unused };
}

/** Undefined for a speed whose unit nobody knows. */
function unitOf({ index, meaning, unit }: KnownColumn, values: readonly ValueColumn[]): string | undefined {
  const value = values.find((each) => each.index === index);
  if (value !== undefined) {
    const isUnknown = value.channel === 'speed' && value.isUnitUnknown;
    return isUnknown ? undefined : nameOfUnit(value.channel, value.scale, value.offset);
  }
  return unit === null || UNMEASURED.has(meaning)
    ? undefined
    : nameOfUnit(meaning as MappedColumn['meaning'], unit.scale, unit.offset);
}
