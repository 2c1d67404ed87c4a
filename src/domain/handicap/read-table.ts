import type { TextRecord } from '../racers/import/columns.ts';
import { type Separator, tidyText } from '../racers/import/separator.ts';
import { type TableUnit, readAges, readDistance, readGender, readSeconds, unitOf } from './read-cells.ts';
import { type HandicapRow, plainClass } from './table.ts';
import { MAX_TABLE_ROWS } from '../limits.ts';

export type TableFault =
  | 'no-titles'
  | 'too-many-rows'
  | 'no-rows'
  | 'distance-unclear'
  | 'class-too-long'
  | 'gender-unclear'
  | 'age-unclear'
  | 'seconds-unclear'
  | 'seconds-below-zero'
  | 'seconds-too-many'
  | 'said-twice';

export interface FaultyRow {
  /** Counted from 1 as in an editor. */
  readonly line: number;
  readonly fault: TableFault;
  /** The cell as it is written; for `said-twice` the other line. */
  readonly cell: string;
}

export interface ReadTable {
  readonly rows: readonly HandicapRow[];
  readonly faults: readonly FaultyRow[];
  /** Lines without seconds: they say nothing, and are left out. */
  readonly holes: number;
}

export interface TableLimits {
  readonly classLength: number;
  readonly ms: number;
}

type Column = 'distance' | 'class' | 'gender' | 'age' | 'seconds';

const TITLES: Readonly<Record<Column, string>> = {
  distance: 'distance|dist|course|length|km|mi|miles|metres|meters|m|strecke|distanz|entfernung|afstand',
  class: 'class|category|cat|group|machine|type|klasse|kategorie|classe|categorie|clase',
  gender: 'gender|sex|geschlecht|sexe|geslacht',
  age: 'age|ages|years|alter|leeftijd',
  seconds:
    'seconds|second|secs|sec|s|time|handicap|standard|adjustment|allowance|target|sekunden|zeit|vorgabe|secondes|tijd',
};
const BY_TITLE: ReadonlyMap<string, Column> = new Map(
  Object.entries(TITLES).flatMap(([column, words]) => words.split('|').map((word) => [word, column as Column])),
);

/** A title is looked for within these first lines: a sheet may have its own name above. */
const TITLES_WITHIN = 5;
const MOST_FAULTS = 100;

/** 'Distance (km)' is the distance, in kilometres. */
function readTitle(cell: string): { readonly column: Column; readonly unit: TableUnit | null } | null {
  const words = cell
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  const column = BY_TITLE.get(words[0] ?? '');
  if (column === undefined) return null;
  return {
    column,
    unit: column === 'distance' ? words.reduce<TableUnit | null>((unit, word) => unitOf(word) ?? unit, null) : null,
  };
}

/** The one that makes most titles of a line: in a table with decimal commas, a comma is in most cells. */
export function findTableSeparator(text: string): Separator | null {
  const lines = tidyText(text).split('\n', TITLES_WITHIN);
  const titlesBy = (separator: Separator) =>
    Math.max(...lines.map((line) => line.split(separator).filter((cell) => readTitle(cell) !== null).length));
  const [best] = (['\t', ';', ','] as const)
    .map((separator) => ({ separator, titles: titlesBy(separator) }))
    .toSorted((one, other) => other.titles - one.titles);
  return best!.titles > 1 ? best!.separator : null;
}

/** A line is either read whole or named with what is wrong in it: nothing is guessed. */
export function readHandicapTable(records: readonly TextRecord[], limits: TableLimits): ReadTable {
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const at = filled.slice(0, TITLES_WITHIN).findIndex(({ cells }) => hasSeconds(cells));
  const titles = filled[at];
  const refused = (fault: TableFault): ReadTable => ({ rows: [], faults: [{ line: 1, fault, cell: '' }], holes: 0 });
  if (titles === undefined) return refused(filled.length === 0 ? 'no-rows' : 'no-titles');
  const lines = filled.slice(at + 1);
  if (lines.length > MAX_TABLE_ROWS) return refused('too-many-rows');

  const read = createRowReader(titles.cells, limits);
  const rows: HandicapRow[] = [];
  const faults: FaultyRow[] = [];
  const said = new Map<string, { readonly line: number; readonly ms: number }>();
  let holes = 0;
  for (const { line, cells } of lines) {
    const row = read(cells);
    if (row === null) holes += 1;
    else if ('fault' in row) faults.push({ line, ...row });
    else {
      const key = JSON.stringify([row.meters, row.class && plainClass(row.class), row.gender, row.ages]);
      const before = said.get(key);
      if (before === undefined) rows.push(row);
      else if (before.ms !== row.ms) faults.push({ line, fault: 'said-twice', cell: String(before.line) });
      said.set(key, before ?? { line, ms: row.ms });
    }
  }
  if (rows.length === 0 && faults.length === 0) return refused('no-rows');
  return { rows, faults: faults.slice(0, MOST_FAULTS), holes };
}

const hasSeconds = (cells: readonly string[]): boolean => cells.some((cell) => readTitle(cell)?.column === 'seconds');

/** Reads the cells of one line; null for a line without seconds. */
function createRowReader(titles: readonly string[], limits: TableLimits) {
  const columns = titles.map(readTitle);
  const indexOf = (wanted: Column) => columns.findIndex((title) => title?.column === wanted);
  const places = {
    distance: indexOf('distance'),
    class: indexOf('class'),
    gender: indexOf('gender'),
    age: indexOf('age'),
    seconds: indexOf('seconds'),
  };
  const unit = columns[places.distance]?.unit ?? null;

  return (cells: readonly string[]): HandicapRow | Omit<FaultyRow, 'line'> | null => {
    const cellOf = (column: Column) => (cells[places[column]] ?? '').trim();
    const faulty = (fault: TableFault, column: Column) => ({ fault, cell: cellOf(column).slice(0, 40) });
    const ms = readSeconds(cellOf('seconds'));
    if (ms === null) return null;
    if (ms === 'below-zero') return faulty('seconds-below-zero', 'seconds');
    if (ms === undefined) return faulty('seconds-unclear', 'seconds');
    if (ms > limits.ms) return faulty('seconds-too-many', 'seconds');
    const meters = readDistance(cellOf('distance'), unit);
    if (meters === undefined) return faulty('distance-unclear', 'distance');
    const ages = readAges(cellOf('age'));
    if (ages === undefined) return faulty('age-unclear', 'age');
    // In a table without a column for the gender, 'Women' as a class is one.
    const byClass = places.gender === -1 ? (readGender(cellOf('class')) ?? null) : null;
    const gender = byClass ?? readGender(cellOf('gender'));
    if (gender === undefined) return faulty('gender-unclear', 'gender');
    const ofClass = byClass === null ? cellOf('class') : '';
    if (ofClass.length > limits.classLength) return faulty('class-too-long', 'class');
    return { meters, class: ofClass === '' ? null : ofClass, gender, ages, ms };
  };
}
