import { ok, refuse, type Result } from '../../../result.ts';
import { decodeEntities, readAttribute, walkXml } from '../../../xml.ts';
import { MAX_COLUMNS } from '../columns.ts';
import { MAX_LINES } from '../separator.ts';
import { type CellTime, GENERAL, type NumberFormat, readNumber } from './cell-number.ts';
import { unescapeControls } from './parts.ts';

export const MAX_ROWS = MAX_LINES;
/** Characters of all cells together. Ten thousand cells can refer to one text of a megabyte. */
const MAX_CHARACTERS = 2 * 1024 * 1024;

export type Cell = string | CellTime;
/** Rows by their number, counted from 1; only rows with a filled cell, and cells by their column, counted from 0. */
export type Sheet = ReadonlyMap<number, readonly (Cell | undefined)[]>;

export type SheetFault = 'too-large' | 'unreadable';

export interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly format: NumberFormat;
  readonly parts: string[];
}

export function readSheet(xml: string, context: SheetContext): Result<Sheet, SheetFault> {
  const rows = new Map<number, (Cell | undefined)[]>();
  let row = 0;
  let column = -1;
  let cell: OpenCell | null = null;
  /** The element whose text is the cell's: `v`, or `t` of a text that stands in the cell itself. */
  let inside = '';
  let isReading = false;
  let characters = 0;
  let isTooLarge = false;

  const end = walkXml(xml, {
    start(name, attributes) {
      if (name === 'row') {
        row = readInteger(readAttribute(attributes, 'r')) ?? row + 1;
        column = -1;
      } else if (name === 'c') {
        column = readColumn(readAttribute(attributes, 'r')) ?? column + 1;
        const format = context.formats[readInteger(readAttribute(attributes, 's')) ?? 0] ?? GENERAL;
        cell = { column, type: readAttribute(attributes, 't') ?? 'n', format, parts: [] };
      } else if (name === 'v' || name === 't') inside = name;
      else if (name === 'rph') isReading = true;
    },
    end(name) {
      if (name === inside) inside = '';
      if (name === 'rph') isReading = false;
      if (name !== 'c' || cell === null) return;
      const value = readCell(cell, context);
      const at = cell.column;
      cell = null;
      if (value === '' || at >= MAX_COLUMNS || isTooLarge) return;
      characters += typeof value === 'string' ? value.length : 1;
      if (row < 1 || row > MAX_ROWS || characters > MAX_CHARACTERS) isTooLarge = true;
      else put(rows, row, at, value);
    },
    text(from, to, isRaw) {
      if (cell === null || inside === '' || isReading) return;
      const text = xml.slice(from, to);
      cell.parts.push(isRaw ? text : decodeEntities(text));
    },
  });
  if (end !== 'whole') return refuse('unreadable');
  return isTooLarge ? refuse('too-large') : ok(rows);
}

function put(rows: Map<number, (Cell | undefined)[]>, row: number, column: number, value: Cell): void {
  const cells = rows.get(row) ?? [];
  cells[column] = value;
  rows.set(row, cells);
}

/** Empty for a formula that was never computed, and for one that failed: '#N/A' is no racer. */
function readCell({ type, format, parts }: OpenCell, { strings, is1904 }: SheetContext): Cell {
  const text = parts.join('');
  if (type === 's') return strings[Number(text)]?.trim() ?? '';
  if (type === 'str' || type === 'inlineStr') return unescapeControls(text).trim();
  if (type === 'e') return '';
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return text.trim();
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? readNumber(value, format, is1904) : text.trim();
}

const readInteger = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** 'B7' is column 1. Columns of more letters than a workbook has are further right than any that is read. */
function readColumn(address: string | null): number | null {
  const letters = /^[A-Z]+/i.exec(address?.slice(0, 12) ?? '')?.[0].toUpperCase();
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
