import { isNothing, parseDigits } from './cells.ts';
import type { ColumnMapping } from '../column-mapping.ts';
import { type KnownColumn, type Meaning, type Origin, recognise, unitOf, UNMEASURED } from './known-columns.ts';
import type { Row } from './rows.ts';
import { isUnit, type Unit } from './units.ts';

/** Rows in front of the table: recorder, driver, notes. */
const MOST_PREFACE = 200;
/** Rows below the names: units, sources, the same names once more. */
const MOST_BELOW = 4;
/** Rows among which a header and its rows below are looked for. */
export const HEAD_ROWS = MOST_PREFACE + 1 + MOST_BELOW;

export interface Header {
  /** The columns that are understood. */
  readonly columns: readonly KnownColumn[];
  /** The row with the names; -1 when the table has none. */
  readonly at: number;
  readonly firstData: number;
}

/** The names of a header, each once: a second 'speed' becomes 'speed (2)'. */
export function uniqueNames(row: Row): string[] {
  const seen = new Map<string, number>();
  return row.map((cell, index) => {
    const name = cell.trim() || `Column ${index + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Whether these columns are enough for a recording: a position, or a time and something measured. */
function isEnough(columns: readonly KnownColumn[]): boolean {
  const meanings = new Set(columns.map(({ meaning }) => meaning));
  if (meanings.has('lat') && meanings.has('lon')) return true;
  return meanings.has('time') && [...meanings].some((meaning) => !NOT_MEASURED.has(meaning));
}

const NOT_MEASURED = new Set<Meaning>([...UNMEASURED, 'time', 'lat', 'lon', 'fix']);

/** The row in which the most columns are understood; null when no row has enough of them. */
export function findHeader(rows: readonly Row[], mapping: ColumnMapping | undefined): Header | null {
  let best: { readonly at: number; readonly columns: KnownColumn[] } | null = null;
  const last = Math.min(rows.length, MOST_PREFACE);
  for (let at = 0; at < last; at += 1) {
    const columns = knownColumns(rows[at]!, mapping);
    if (!isEnough(columns) || columns.length <= (best?.columns.length ?? 0)) continue;
    best = { at, columns };
  }
  if (best === null) return mapping === undefined ? null : findHeaderless(rows, mapping);
  return readBelow(rows, best.at, best.columns);
}

function knownColumns(row: Row, mapping: ColumnMapping | undefined): KnownColumn[] {
  const names = mapping === undefined ? row : uniqueNames(row);
  const columns: KnownColumn[] = [];
  for (const [index, name] of names.entries()) {
    const mapped = mapping !== undefined && Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    // A row of data in front of the names, or none: its numbers are no names.
    if (mapped === undefined && !Number.isNaN(parseDigits(row[index]!))) continue;
    const column = mapped === undefined ? recognise(row[index]!, index) : applyMapping(name, index, mapped);
    if (column !== null) columns.push(column);
  }
  return columns;
}

function applyMapping(name: string, index: number, { meaning, unit }: ColumnMapping[string]): KnownColumn | null {
  if (meaning === 'ignore') return null;
  const written = unit === undefined ? recognise(name, index)?.unit : unitOf(meaning, unit);
  // The user's choice goes before anything that was recognised.
  return { index, name, meaning, unit: written ?? null, origin: 'user', order: 0 };
}

/** A table without names: its columns were shown as 'Column 1', 'Column 2'. */
function findHeaderless(rows: readonly Row[], mapping: ColumnMapping): Header | null {
  const width = Math.max(0, ...rows.slice(0, MOST_PREFACE).map((row) => row.length));
  const columns = knownColumns(blankRow(width), mapping);
  return isEnough(columns) ? { columns, at: -1, firstData: 0 } : null;
}

const blankRow = (width: number): string[] => Array.from({ length: width }, () => '');

function readBelow(rows: readonly Row[], at: number, columns: readonly KnownColumn[]): Header {
  const units = unitsAbove(rows[at - 1], columns);
  const origins = new Map<number, Origin>();
  let firstData = at + 1;
  for (let below = 0; below < MOST_BELOW && firstData < rows.length; below += 1, firstData += 1) {
    const row = rows[firstData]!;
    if (looksLikeData(row, columns)) break;
    for (const { index } of columns) {
      const cell = unbracket(row[index]?.trim() ?? '');
      const origin = readOrigin(cell);
      if (origin !== null) origins.set(index, origin);
      else if (isUnit(cell)) units.set(index, cell);
    }
  }
  const completed = columns.map((column) => ({
    ...column,
    unit: column.unit ?? unitBelow(column.meaning, units.get(column.index)),
    origin: column.origin === 'unknown' ? (origins.get(column.index) ?? 'unknown') : column.origin,
  }));
  return { columns: completed, at, firstData };
}

/** A flight recorder writes its units above the names, as a note: '#yyyy-mm-dd, hh:mm:ss, degrees, ft msl'. */
function unitsAbove(row: Row | undefined, columns: readonly KnownColumn[]): Map<number, string> {
  const units = new Map<number, string>();
  if (row === undefined) return units;
  const measured = columns.filter(
    ({ meaning }) => !NOT_MEASURED.has(meaning) || meaning === 'lat' || meaning === 'lon',
  );
  for (const { index } of measured) {
    const cell = (row[index] ?? '').replace('#', '').trim();
    const unit = isUnit(cell) ? cell : (cell.split(' ', 1)[0] ?? '');
    if (isUnit(unit)) units.set(index, unit);
  }
  return units.size * 2 > measured.length ? units : new Map();
}

function unitBelow(meaning: Meaning, written: string | undefined): Unit | null {
  return written === undefined ? null : unitOf(meaning, written);
}

/** For example '100: gps', 'calc' or '200: obd', as RaceChrono writes them. */
function readOrigin(cell: string): Origin | null {
  const found = /^(?:\d+:\s*)?(gps|calc|obd)\b/i.exec(cell);
  return found === null ? null : (found[1]!.toLowerCase() as Origin);
}

/** '[km/h]' is km/h. */
const unbracket = (cell: string): string => (/^[([].{0,20}[)\]]$/.test(cell) ? cell.slice(1, -1).trim() : cell);

/** Neither units nor names begin with digits. */
function looksLikeData(row: Row, columns: readonly KnownColumn[]): boolean {
  const filled = columns.map(({ index }) => row[index] ?? '').filter((cell) => !isNothing(cell));
  const like = filled.filter(
    (cell) => /^\s*[-+"']?[\d.,]*\d/.test(cell) && readOrigin(cell) === null && !isUnit(unbracket(cell)),
  );
  return like.length * 2 > filled.length;
}

/** Whether half of the rows have one width: nobody can say what the columns of other texts are. */
function isTable(rows: readonly Row[]): boolean {
  const widths = new Map<number, number>();
  const filled = rows.slice(0, MOST_PREFACE).filter((row) => row.some((cell) => cell.trim() !== ''));
  for (const { length } of filled) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
  return Math.max(0, ...widths.values()) * 2 >= filled.length;
}

/** The best guess of a header for the user to map: the first row that has no numbers in it and some below. */
export function guessHeader(rows: readonly Row[]): { readonly names: string[]; readonly firstData: number } | null {
  const isNumber = (cell: string) => cell.trim() !== '' && Number.isFinite(Number(cell.replace(',', '.')));
  const width = Math.max(0, ...rows.slice(0, MOST_PREFACE).map((row) => row.length));
  if (width < 2 || !isTable(rows)) return null;
  const isWide = (row: Row | undefined) =>
    row !== undefined && row.filter((cell) => cell.trim() !== '').length * 2 > width;
  for (let at = 0; at < Math.min(rows.length, MOST_PREFACE); at += 1) {
    const row = rows[at]!;
    if (row[0]?.startsWith('#') || !isWide(row)) continue;
    if (row.some(isNumber)) return { names: uniqueNames(blankRow(row.length)), firstData: at };
    return { names: uniqueNames(row), firstData: at + 1 };
  }
  return null;
}
