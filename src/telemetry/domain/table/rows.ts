import { isNothing, parseDigits, parseNumber } from './cells.ts';

export type Row = readonly string[];

/** The cells of one row. */
export interface Cells {
  /** Empty beyond the end of the row. */
  cell(column: number): string;
  /** A plain number such as -12.25; NaN for anything else, which may be a number in another form. */
  digits(column: number): number;
}

/** The rows of a table. Cells are made when they are asked for: a list of all of them takes longer than their reading. */
export interface TableRows {
  readonly length: number;
  /** All cells of a row. */
  at(index: number): Row;
  /** These columns of a row, in rising order; the next call overwrites them. Null for a row without anything in it. */
  pick(index: number, columns: readonly number[]): Cells | null;
  /** Whether the row is a note, not data. */
  isNote(index: number): boolean;
}

export function cellsOf(row: Row): Cells {
  return { cell: (column) => row[column] ?? '', digits: (column) => parseDigits(row[column] ?? '') };
}

/** The number in a column, in whatever form; NaN for what is none. */
export function readNumber(row: Cells, column: number, hasCommas: boolean): number {
  const digits = row.digits(column);
  return Number.isNaN(digits) ? parseNumber(row.cell(column), hasCommas) : digits;
}

export function listRows(rows: readonly Row[]): TableRows {
  return {
    length: rows.length,
    at: (index) => rows[index]!,
    pick: (index) => (isBlank(rows[index]!) ? null : cellsOf(rows[index]!)),
    isNote: (index) => rows[index]![0]?.startsWith('#') === true,
  };
}

const isBlank = (row: Row): boolean => row.length <= 1 && isNothing(row[0] ?? '');

export function takeRows(rows: TableRows, from: number, to: number): Row[] {
  const count = Math.max(0, Math.min(to, rows.length) - from);
  return Array.from({ length: count }, (_, index) => rows.at(from + index));
}

/** The first rows that are not empty, from one row on. */
export function takeFilled(rows: TableRows, from: number, most: number): Row[] {
  const filled: Row[] = [];
  for (let index = from; index < rows.length && filled.length < most; index += 1) {
    const row = rows.at(index);
    if (row.some((cell) => cell.trim() !== '')) filled.push(row);
  }
  return filled;
}

const QUOTE = '"';

/**
 * Each line of a text is a row, as far as `most` of them. Null where a quotation mark goes on over the end of a line, or
 * stands in the middle of a cell.
 */
export function lineRows(text: string, delimiter: string, hasQuotes: boolean, most: number): TableRows | null {
  const starts = findLines(text, most);
  const lineAt = (index: number) => text.slice(starts[index], starts[index + 1]! - 1);
  const quoted = hasQuotes ? findQuoted(text, starts) : null;
  const isQuoted = (index: number) => quoted !== null && quoted[index] === 1;
  if (quoted?.some((is, index) => is === 1 && splitQuoted(lineAt(index), delimiter) === null) === true) return null;
  const at = (index: number): Row =>
    isQuoted(index) ? splitQuoted(lineAt(index), delimiter)! : lineAt(index).split(delimiter);
  const cells = createLineCells(text, delimiter);
  return {
    length: starts.length - 1,
    at,
    isNote: (index) => (isQuoted(index) ? at(index)[0]!.startsWith('#') : text.charCodeAt(starts[index]!) === NOTE),
    pick(index, columns) {
      if (isQuoted(index)) return cellsOf(at(index));
      const from = starts[index]!;
      const to = starts[index + 1]! - 1;
      const isFilled = cells.read(from, to, columns);
      return (isFilled && to - from > MOST_BLANK) || !isBlank(at(index)) ? cells : null;
    },
  };
}

const NOTE = '#'.charCodeAt(0);
/** Characters of a line that may say in a word that it holds nothing. */
const MOST_BLANK = 20;

/** The beginnings of the lines, and behind them the end of the last one and its break. */
function findLines(text: string, most: number): number[] {
  const starts = [0];
  let at = text.indexOf('\n');
  for (; at >= 0 && starts.length < most; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  starts.push((at < 0 ? text.length : at) + 1);
  return starts;
}

function findQuoted(text: string, starts: readonly number[]): Uint8Array {
  const quoted = new Uint8Array(starts.length);
  let line = 0;
  for (let at = text.indexOf(QUOTE); at >= 0 && line + 1 < starts.length;) {
    while (line + 1 < starts.length && starts[line + 1]! <= at) line += 1;
    quoted[line] = 1;
    at = text.indexOf(QUOTE, starts[line + 1] ?? text.length);
  }
  return quoted;
}

/** Finds where the cells of a line begin and end, and the numbers in them: most cells are never cut out. */
function createLineCells(text: string, delimiter: string) {
  const mark = delimiter.charCodeAt(0);
  let starts = new Int32Array(0);
  let ends = new Int32Array(0);
  let numbers = new Float64Array(0);
  return {
    cell: (column: number): string => text.slice(starts[column], ends[column]),
    digits: (column: number): number => numbers[column]!,
    /** Returns whether any of the columns holds something. */
    read(from: number, to: number, columns: readonly number[]): boolean {
      const width = columns.at(-1)! + 1;
      if (numbers.length < width) {
        [starts, ends, numbers] = [new Int32Array(width), new Int32Array(width), new Float64Array(width)];
      }
      let start = from;
      let column = 0;
      let isFilled = false;
      for (let next = 0; next < columns.length; next += 1) {
        const wanted = columns[next]!;
        for (; column < wanted && start <= to; column += 1) start = endOfCell(text, start, to, mark) + 1;
        const end = start <= to ? endOfCell(text, start, to, mark) : to;
        starts[wanted] = Math.min(start, to);
        ends[wanted] = end;
        if (start < end) isFilled = true;
        numbers[wanted] = start < end ? parseDigits(text, start, end) : NaN;
        start = Math.max(start, end + 1);
        column = wanted + 1;
      }
      return isFilled;
    },
  };
}

function endOfCell(text: string, from: number, to: number, mark: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) !== mark) at += 1;
  return at;
}

/** The cells of a line of which some are in quotation marks; null where the marks are not in pairs around cells. */
function splitQuoted(line: string, delimiter: string): string[] | null {
  const cells: string[] = [];
  for (let at = 0; at <= line.length;) {
    const isQuoted = line[at] === QUOTE;
    const close = isQuoted ? findClose(line, at + 1) : at;
    if (close < 0) return null;
    const next = line.indexOf(delimiter, close);
    const end = next < 0 ? line.length : next;
    if (isQuoted && line.slice(close + 1, end).trim() !== '') return null;
    cells.push(isQuoted ? line.slice(at + 1, close).replaceAll('""', QUOTE) : line.slice(at, end));
    at = end + 1;
  }
  return cells;
}

/** The mark that closes a cell, not one of two that stand for a mark in it; -1 without one. */
function findClose(line: string, from: number): number {
  let at = line.indexOf(QUOTE, from);
  while (at >= 0 && line[at + 1] === QUOTE) at = line.indexOf(QUOTE, at + 2);
  return at;
}
