import { parseIso, parsePrinted, secondsOf } from '../moments.ts';
import { isNothing, parseNumber } from './cells.ts';
import { FIT_EPOCH } from '../moments.ts';
import type { KnownColumn } from './known-columns.ts';
import { type Cells, readNumber, type Row } from './rows.ts';
import { createSummerTime } from './summer-time.ts';

/** Relation of a column's times to UTC. */
export type ClockKind =
  /** Seconds since 1970, or a date with its zone. */
  | 'world'
  /** A date and a time in an unknown time zone. */
  | 'zoneless'
  /** A time of day, or the time since something began. */
  | 'relative';

export interface TableClock {
  readonly kind: ClockKind;
  /** The column that the clock reads. */
  readonly index: number;
  /** Seconds; NaN where there is none. */
  read(row: Cells): number;
  /** How often summer time began or ended so far. */
  readonly changes?: () => number;
}

const DAY = 86_400;
/** The days from 2000 to 2100 as a spreadsheet counts them since 1900. */
const EXCEL_FROM = 36_526;
const EXCEL_TO = 73_050;
const EXCEL_EPOCH = 25_569;
/** 2001-01-01, from which apps of Apple count: what would be a date before October 1999 is one of these. */
const APPLE_EPOCH = 978_307_200;
const LEAST_SINCE_1970 = 9.39e8;
/** 2010-01-01 since 1970: before it there was hardly a FIT file, and its own count from 1989 lies below it until 2029. */
const LEAST_BESIDE_FIT = 1.262_304e9;

/** What other columns say about a time: the date, the offset from UTC, and whether they have the names of a FIT file. */
interface Beside {
  readonly date: KnownColumn | undefined;
  readonly zone: KnownColumn | undefined;
  readonly isFit?: boolean;
}

/** Reader for a column's cells, chosen by its first rows; null when they are no times. */
export function createClock(
  column: KnownColumn,
  { date: dateColumn, zone, isFit = false }: Beside,
  firstRows: readonly Row[],
  hasCommas: boolean,
): TableClock | null {
  const { index } = column;
  const cells = firstRows.map((row) => row[index] ?? '').filter((cell) => !isNothing(cell));
  const isUtc = /utc|gmt|unix|epoch/i.test(column.name);
  const numbers = cells.map((cell) => parseNumber(cell, hasCommas)).filter((value) => !Number.isNaN(value));
  const isPacked = column.unit === null && cells.length > 0 && cells.every(isPackedTime);
  if (numbers.length * 2 > cells.length && !isPacked) return readNumbers(column, numbers, hasCommas, isFit);
  const toUtc = zone === undefined ? null : (row: Cells) => readZone(row.cell(zone.index));

  const isDayFirst = tellOrder([...cells, ...dateCells(dateColumn, firstRows)], hasCommas);
  const moments = cells.map((cell) => parseMoment(cell, isDayFirst)).filter((moment) => moment !== null);
  if (moments.length * 2 > cells.length) {
    const isWorld = isUtc || moments[0]!.hasZone;
    const read = (row: Cells) => parseMoment(row.cell(index), isDayFirst)?.seconds ?? NaN;
    if (!isWorld && toUtc === null) return overSummerTime(index, read);
    return { kind: 'world', index, read: toUtc === null || isWorld ? read : (row) => read(row) - toUtc(row) };
  }
  const readTime = isPacked ? parsePackedTime : parseTimeIn;
  const times = cells.map(readTime).filter((time) => !Number.isNaN(time));
  if (times.length * 2 <= cells.length || times.length === 0) return null;
  const dates = dateColumn === undefined ? null : readDates(dateColumn, firstRows, isDayFirst);
  if (dates !== null) {
    const isWorld = isUtc || /utc|gmt/i.test(dateColumn!.name);
    const read = (row: Cells) => dates(row) + readTime(row.cell(index));
    if (!isWorld && toUtc === null) return overSummerTime(index, read);
    return { kind: 'world', index, read: toUtc === null || isWorld ? read : (row) => read(row) - toUtc(row) };
  }
  return { kind: 'relative', index, read: unroll((row) => readTime(row.cell(index))) };
}

function overSummerTime(index: number, read: (row: Cells) => number): TableClock {
  const { follow, changes } = createSummerTime();
  return { kind: 'zoneless', index, read: (row) => follow(read(row)), changes };
}

function readNumbers(
  { index, name, unit }: KnownColumn,
  numbers: readonly number[],
  hasCommas: boolean,
  isFit: boolean,
): TableClock {
  const middle = numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
  const read = (row: Cells) => readNumber(row, index, hasCommas);
  if (middle > 1e8) {
    // Since 1970, in the unit that makes a date of this century.
    const scale = middle < 1e11 ? 1 : middle < 1e14 ? 1_000 : middle < 1e17 ? 1e6 : 1e9;
    const seconds = middle / scale;
    const since = isFit && seconds < LEAST_BESIDE_FIT ? FIT_EPOCH : seconds < LEAST_SINCE_1970 ? APPLE_EPOCH : 0;
    return { kind: 'world', index, read: (row) => read(row) / scale + since };
  }
  const isExcel = /dat|stamp/i.test(name) && unit === null && middle > EXCEL_FROM && middle < EXCEL_TO;
  if (isExcel && numbers.some((value) => !Number.isInteger(value))) {
    return { kind: 'zoneless', index, read: (row) => (read(row) - EXCEL_EPOCH) * DAY };
  }
  const scale = unit?.scale ?? 1;
  return { kind: 'relative', index, read: (row) => read(row) * scale };
}

/** A time of day that leaps back by most of a day has passed midnight. */
function unroll(read: (row: Cells) => number): (row: Cells) => number {
  let days = 0;
  let last = NaN;
  return (row) => {
    const time = read(row);
    if (Number.isNaN(time)) return NaN;
    if (time < last - DAY / 2) days += 1;
    last = time;
    return time + days * DAY;
  };
}

const CLOCK = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?\s{0,3}([ap]m)?\s{0,3}(?:utc|gmt|z)?$/i;
/** As some write it in German: 10.05.59. */
const DOTTED_CLOCK = /^([01]?\d|2[0-3])\.([0-5]\d)\.([0-5]\d)$/;

/** For example 12:00:05,5 or 1:43.567 or 02:15:09 PM, in seconds. */
export function parseTimeOfDay(cell: string): number {
  const written = cell.length > 30 ? '' : cell.trim();
  const dotted = DOTTED_CLOCK.exec(written);
  if (dotted !== null) return Number(dotted[1]) * 3_600 + Number(dotted[2]) * 60 + Number(dotted[3]);
  const found = CLOCK.exec(written);
  if (found === null) return NaN;
  const [, hours = '0', minutes, seconds, fraction = '0', half] = found;
  const isAfternoon = half?.toLowerCase() === 'pm';
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  if (Number(seconds) > 60 || (found[1] !== undefined && Number(minutes) > 59)) return NaN;
  return hour * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}

const PACKED_TIME = /^\s*([01]\d|2[0-3])([0-5]\d)([0-5]\d(?:\.\d{1,9})?)\s*$/;

/** For example 085830 or 085830.25. */
const isPackedTime = (cell: string): boolean => cell.length <= 20 && PACKED_TIME.test(cell);

function parsePackedTime(cell: string): number {
  const found = cell.length > 20 ? null : PACKED_TIME.exec(cell);
  return found === null ? NaN : Number(found[1]) * 3_600 + Number(found[2]) * 60 + Number(found[3]);
}

const ZONE = /^\s*([-+]?)(\d{1,2})(?::?(\d{2}))?\s*$/;

/** Seconds by which a local time is ahead of UTC ('-06:00', '+0530', '2'); NaN for anything else. */
function readZone(cell: string): number {
  const found = cell.length > 20 ? null : ZONE.exec(cell);
  if (found === null) return NaN;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 3_600 + Number(found[3] ?? 0) * 60);
}

/** The first moment with a date in the rows above a table; null when none has one. */
export function findDate(preface: readonly Row[]): number | null {
  for (const row of preface) {
    for (const cell of row.slice(0, 50)) {
      const moment = parseMoment(cell, null);
      if (moment !== null) return moment.seconds;
    }
  }
  return null;
}

const WITH_DATE = /^\s*(\d[^\s:T]{0,20}|[a-z]{3,9}\.? \d{1,2},? \d{4}),?[T\s]\s*(\d[\d:.,]*(?:\s*[ap]m)?)\s*$/i;
const NAMED_FIRST = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i;

/** A time of day, also behind a date that cannot be told. */
function parseTimeIn(cell: string): number {
  const time = parseTimeOfDay(cell);
  const found = Number.isNaN(time) && cell.length <= 60 ? WITH_DATE.exec(cell) : null;
  return found === null ? time : parseTimeOfDay(found[2]!);
}

function parseMoment(
  cell: string,
  isDayFirst: DayFirst,
): { readonly seconds: number; readonly hasZone: boolean } | null {
  const iso = /\d:\d/.test(cell) ? (parseIso(cell) ?? parsePrinted(cell)) : null;
  if (iso !== null || cell.length > 60) return iso;
  const found = WITH_DATE.exec(cell);
  if (found === null) return null;
  const seconds = parseDate(found[1]!, isDayFirst) + parseTimeOfDay(found[2]!);
  return Number.isNaN(seconds) ? null : { seconds, hasZone: false };
}

/** Whether 03/04/2024 has its day first; null: unknown, unless another row of the column tells. */
type DayFirst = boolean | null;

const dateCells = (column: KnownColumn | undefined, rows: readonly Row[]): string[] =>
  column === undefined ? [] : rows.map((row) => row[column.index] ?? '');

function readDates(column: KnownColumn, rows: readonly Row[], isDayFirst: DayFirst): ((row: Cells) => number) | null {
  const { index } = column;
  const cells = dateCells(column, rows);
  const known = cells.filter((cell) => !Number.isNaN(parseDate(cell, isDayFirst)));
  return known.length * 2 <= cells.length ? null : (row) => parseDate(row.cell(index), isDayFirst);
}

const SLASHED = /^\s*(\d{1,2})[/-](\d{1,2})[/-](\d{4})\s*$/;
const BEGINS_SLASHED = /^\s*(\d{1,2})[/-](\d{1,2})[/-]\d{4}(?!\d)/;

/**
 * Order of day and month, by a date that can be read in one way only; else by habit: the month stands first where clocks have
 * am and pm, the day where decimals begin with a comma.
 */
function tellOrder(cells: readonly string[], hasCommas: boolean): DayFirst {
  for (const cell of cells) {
    const found = BEGINS_SLASHED.exec(cell.slice(0, 40));
    if (found !== null && Number(found[1]) > 12) return true;
    if (found !== null && Number(found[2]) > 12) return false;
  }
  if (cells.some((cell) => /\d\s*[ap]m\s*$/i.test(cell.slice(-40)))) return false;
  return hasCommas ? true : null;
}

/** Midnight in seconds; NaN for no date, and for an ambiguous one. */
function parseDate(cell: string, isDayFirst: DayFirst): number {
  if (cell.length > 20) return NaN;
  const dotted = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*$/.exec(cell);
  if (dotted !== null) return secondsOf(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]), 0, 0, 0) ?? NaN;
  const named = /^\s*(\d{1,2})[- ]([a-z]{3})[- ](\d{2}|\d{4})\s*$/i.exec(cell);
  if (named !== null)
    return parsePrinted(`${named[1]} ${named[2]} ${named[3]!.padStart(4, '20')} 00:00:00`)?.seconds ?? NaN;
  const first = NAMED_FIRST.exec(cell.trim());
  if (first !== null) return parsePrinted(`${first[2]} ${first[1]} ${first[3]} 00:00:00`)?.seconds ?? NaN;
  const packed = /^\s*(20\d\d|\d\d)(\d\d)(\d\d)\s*$/.exec(cell);
  if (packed !== null) return readPackedDate(packed[1]!, Number(packed[2]), packed[3]!);
  const slashed = SLASHED.exec(cell);
  if (slashed !== null) {
    const [first, second, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])];
    const order = isDayFirst ?? (first === second ? true : null);
    if (order === null) return NaN;
    return secondsOf(year, order ? second : first, order ? first : second, 0, 0, 0) ?? NaN;
  }
  return parseIso(cell.replaceAll('/', '-'))?.seconds ?? NaN;
}

/** 20260510 or 260510; or 100526, where the year can only stand last. */
function readPackedDate(first: string, month: number, last: string): number {
  const year = first.length === 4 ? Number(first) : 2_000 + Number(first);
  const byYear = secondsOf(year, month, Number(last), 0, 0, 0);
  return byYear ?? (first.length === 4 ? NaN : (secondsOf(2_000 + Number(last), month, Number(first), 0, 0, 0) ?? NaN));
}
