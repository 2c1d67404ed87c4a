import { FIT_EPOCH } from '../moments.ts';
import type { Lap } from '../recording.ts';
import { parseNumber } from './cells.ts';
import { listRows, type Row, type TableRows } from './rows.ts';

/** Fields of a record; a device writes some dozens. */
const MOST_FIELDS = 100;
const FIRST_FIELD = 3;
const PER_FIELD = 3;

export interface MessageTable {
  readonly rows: TableRows;
  /** By the table's own clock. */
  readonly laps: readonly Lap[];
}

/** A FIT file that was written out message by message, as FitCSVTool does it; null for any other table. */
export function readMessageTable(rows: TableRows): MessageTable | null {
  const header = (rows.length === 0 ? [] : rows.at(0)).slice(0, 5).map((cell) => cell.trim().toLowerCase());
  if (header.join('|') !== 'type|local number|message|field 1|value 1') return null;
  const fields = new Map<string, { readonly at: number; readonly unit: string }>();
  const laps: Lap[] = [];
  const records: string[][] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows.at(index);
    if (row[0] !== 'Data') continue;
    if (row[2] === 'lap') laps.push(readLap(row, laps.length + 1));
    if (row[2] !== 'record') continue;
    const record: string[] = [];
    for (let at = FIRST_FIELD; at + 1 < row.length; at += PER_FIELD) {
      const name = row[at]!;
      if (name === '') continue;
      const known = fields.get(name);
      if (known === undefined && fields.size >= MOST_FIELDS) continue;
      const column = known?.at ?? fields.size;
      if (known === undefined) fields.set(name, { at: column, unit: row[at + 2] ?? '' });
      while (record.length < column) record.push('');
      record[column] = name === 'timestamp' ? String(Number(row[at + 1]) + FIT_EPOCH) : row[at + 1]!;
    }
    records.push(record);
  }
  const names = [...fields].map(([name, { unit }]) => (unit === '' ? name : `${name} (${unit})`));
  return { rows: listRows([names, ...records]), laps };
}

function readLap(row: Row, number: number): Lap {
  const value = (name: string) => {
    const at = row.indexOf(name, FIRST_FIELD);
    return at < 0 ? NaN : parseNumber(row[at + 1] ?? '', false);
  };
  const elapsed = value('total_elapsed_time');
  const end = value('timestamp') + FIT_EPOCH;
  const start = value('start_time') + FIT_EPOCH;
  const from = Number.isNaN(start) ? end - elapsed : start;
  return { name: `Lap ${number}`, from, to: Number.isNaN(elapsed) ? end : from + elapsed };
}
