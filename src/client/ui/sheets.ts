import type { Cell, CellObject, Row, Sheet } from 'write-excel-file/browser';
import { saveFile } from './save-file.ts';

/** A cell as a sheet of paper and a workbook both read it. */
export type SheetCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'time'; readonly ms: number }
  /** A time of day, as milliseconds since midnight in the zone of the race. */
  | { readonly kind: 'clock'; readonly ms: number };

export interface SheetColumn<Of> {
  readonly title: string;
  /** Width in characters. */
  readonly width: number;
  readonly of: (row: Of) => SheetCell | null;
}

const DAY_MS = 86_400_000;
const LONGEST_NAME = 31;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Makes sheets whose names differ. `unit`: the step in which results are published, in ms. */
export function createSheets(unit: number) {
  const names = new Set<string>();
  return {
    table: <Of>(name: string, columns: readonly SheetColumn<Of>[], rows: readonly Of[]): Sheet<Blob> => ({
      sheet: uniqueName(name, names),
      stickyRowsCount: 1,
      columns: columns.map(({ width }) => ({ width })),
      data: [
        columns.map(({ title }): CellObject => ({ value: storable(title), type: String, fontWeight: 'bold' })),
        ...rows.map((row): Row => columns.map(({ of }) => cellOf(of(row), unit))),
      ],
    }),
    lines: (name: string, lines: readonly string[]): Sheet<Blob> => ({
      sheet: uniqueName(name, names),
      columns: [{ width: 100 }],
      data: lines.flatMap((line): Row[] => (line === '' ? [] : [[{ value: storable(line), type: String }]])),
    }),
  };
}

/** The writer of workbooks is loaded when one is asked for. */
export async function saveSheets(fileName: string, sheets: Sheet<Blob>[]): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/browser');
  saveFile(fileName, await writeExcelFile(sheets).toBlob(), XLSX);
}

/** A time is a part of a day, which spreadsheets can add and sort; a name is a text, whatever sign it begins with. */
function cellOf(cell: SheetCell | null, unit: number): Cell {
  switch (cell?.kind) {
    case undefined:
      return null;
    case 'text':
      return { value: storable(cell.text), type: String };
    case 'number':
      return { value: cell.value, type: Number };
    case 'time':
      // Spreadsheets show no time below zero: a bonus is written as a text.
      if (cell.ms < 0) return { value: `−${-cell.ms / 1000} s`, type: String };
      return { value: cell.ms / DAY_MS, type: Number, format: `[h]:mm:ss${digitsOf(unit)}` };
    case 'clock':
      return { value: cell.ms / DAY_MS, type: Number, format: `hh:mm:ss${digitsOf(unit)}` };
  }
}

/** Number of decimals that the results have. */
function digitsOf(unit: number): string {
  if (unit % 1000 === 0) return '';
  if (unit % 100 === 0) return '.0';
  return unit % 10 === 0 ? '.00' : '.000';
}

/** Characters that XML cannot hold would make the workbook unreadable. */
const storable = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');

/** Excel refuses a workbook with a sheet name that is long, doubled, has one of these signs or an apostrophe at an end. */
function uniqueName(wanted: string, taken: Set<string>): string {
  const plain =
    storable(wanted)
      .replaceAll(/[\\/?*[\]:]/g, ' ')
      .replaceAll("'", '’')
      .trim() || 'Sheet';
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : ` (${count})`;
    const name = `${plain.slice(0, LONGEST_NAME - end.length)}${end}`;
    if (taken.has(name.toLowerCase()) || name.toLowerCase() === 'history') continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
