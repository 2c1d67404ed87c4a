import { type ColumnKind, kindOfTitle } from './column-words.ts';
import { readStart } from './start-text.ts';

/** A line of a list, or several where a cell holds line breaks, split into cells by the reader of the file. */
export interface TextRecord {
  /** The number of its first line, counted from 1 as in an editor. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface ListTable {
  /** The line with the titles of the columns, if the list has one. */
  readonly header: TextRecord | null;
  /** Lines above the header: the title of a spreadsheet. */
  readonly above: readonly TextRecord[];
  readonly rows: readonly TextRecord[];
  /** The number of columns. Cells further to the right are not read. */
  readonly width: number;
}

export const MAX_COLUMNS = 40;
/** A header stands within these first lines. */
const HEADER_WITHIN = 5;
/** Enough lines to tell what a column holds. */
const LOOKED_AT = 200;

export function readTable(all: readonly TextRecord[]): ListTable {
  const records = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const at = records.slice(0, HEADER_WITHIN).findIndex(isHeader);
  const rows = records.slice(at + 1);
  const width = records.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return {
    header: records[at] ?? null,
    above: records.slice(0, Math.max(0, at)),
    rows,
    width: Math.min(width, MAX_COLUMNS),
  };
}

/** Two known titles, or one for the name at its head: 'Ada, Runner' is a racer in the group of runners. */
function isHeader({ cells }: TextRecord, index: number): boolean {
  const kinds = cells.map(kindOfTitle);
  const known = kinds.filter((kind) => kind !== null).length;
  if (known >= 2) return true;
  return index === 0 && kinds[cells.findIndex((cell) => cell.trim() !== '')] === 'name';
}

/** What each column probably means. Kinds that are not wanted are left out. */
export function guessColumns(table: ListTable, wanted: ReadonlySet<ColumnKind>): ColumnKind[] {
  const columns = table.header === null ? guessByContent(table) : guessByTitle(table);
  return columns.map((kind) => (wanted.has(kind) ? kind : 'skip'));
}

function guessByTitle(table: ListTable): ColumnKind[] {
  const titles = Array.from({ length: table.width }, (_, index) => kindOfTitle(table.header?.cells[index] ?? ''));
  // 'Name' beside 'Vorname' is the last name, 'Nome' beside 'Cognome' the first one.
  const hasFirst = titles.includes('first');
  const hasLast = titles.includes('last');
  const whole: ColumnKind = hasFirst === hasLast ? 'name' : hasFirst ? 'last' : 'first';
  const columns: ColumnKind[] = titles.map(() => 'skip');
  for (const [index, kind] of titles.entries()) {
    const meant = kind === 'name' ? whole : kind;
    if (meant !== null && (isRepeatable(meant) || !columns.includes(meant))) columns[index] = meant;
  }
  if (columns.includes('name')) return columns.map((kind) => (isHalf(kind) ? 'skip' : kind));
  const unknown = titles.findIndex((kind, index) => kind === null && areWords(columnTexts(table, index)));
  if (!hasName(columns) && unknown !== -1) columns[unknown] = 'name';
  return columns;
}

/** Guesses columns without titles: numbers, times, then the name; the rest are groups. */
function guessByContent(table: ListTable): ColumnKind[] {
  const columns = Array.from({ length: table.width }, (_, index) => columnTexts(table, index));
  const kinds: ColumnKind[] = columns.map((texts) => (areWords(texts) ? 'category' : 'skip'));
  const number = columns.findIndex(areNumbers);
  if (number !== -1) kinds[number] = 'number';
  const start = columns.findIndex(areTimes);
  if (start !== -1) kinds[start] = 'start';
  const words = kinds.flatMap((kind, index) => (kind === 'category' ? index : []));
  const [first, second] = words;
  if (first === undefined) return kinds;
  const isSplit = second === first + 1 && areSingleWords(columns[first]!) && areLastNames(columns[second]!);
  kinds[first] = isSplit ? 'first' : 'name';
  if (isSplit) kinds[second] = 'last';
  return kinds;
}

export const columnTexts = ({ rows }: ListTable, index: number): string[] =>
  rows
    .slice(0, LOOKED_AT)
    .map(({ cells }) => (cells[index] ?? '').trim())
    .filter((text) => text !== '');

/**
 * Sets the meaning of one column, as the user chose it. A number, a name or a start time stands in one column alone: another
 * column gives it up.
 */
export function chooseColumn(columns: readonly ColumnKind[], index: number, kind: ColumnKind): ColumnKind[] {
  return columns.map((before, at) => {
    if (at === index) return kind;
    const isGivenUp =
      (before === kind && !isRepeatable(kind)) ||
      (kind === 'name' && isHalf(before)) ||
      (isHalf(kind) && before === 'name');
    return isGivenUp ? 'skip' : before;
  });
}

export const hasName = (columns: readonly ColumnKind[]): boolean =>
  columns.some((kind) => kind === 'name' || isHalf(kind));

const isHalf = (kind: ColumnKind): boolean => kind === 'first' || kind === 'last';
const isRepeatable = (kind: ColumnKind): boolean =>
  kind === 'club' || kind === 'team' || kind === 'category' || kind === 'class' || kind === 'skip';

const mostly = (texts: readonly string[], is: (text: string) => boolean): boolean =>
  texts.length > 0 && texts.filter(is).length >= texts.length * 0.9;
const distinct = (texts: readonly string[]): number => new Set(texts).size;

const isFigure = (text: string): boolean => /^#?\d{1,9}$/.test(text);
const areFigures = (texts: readonly string[]): boolean => mostly(texts, isFigure);
/** Years of birth are whole numbers too, and no race number. */
const isYear = (text: string): boolean => /^(19[2-9]\d|20[0-2]\d)$/.test(text);

const areNumbers = (texts: readonly string[]): boolean =>
  areFigures(texts) && !mostly(texts, isYear) && distinct(texts) * 2 > texts.length;
const areTimes = (texts: readonly string[]): boolean => mostly(texts, (text) => readStart(text, 'clock') !== null);
const areWords = (texts: readonly string[]): boolean => texts.length > 0 && !areFigures(texts) && !areTimes(texts);
const areSingleWords = (texts: readonly string[]): boolean => mostly(texts, (text) => /^\S+$/.test(text));
/** Different in nearly every line, and without figures: U18 is a group. */
const areLastNames = (texts: readonly string[]): boolean =>
  texts.length > 1 && distinct(texts) >= texts.length * 0.7 && !texts.some((text) => /[\d;|]/.test(text));
