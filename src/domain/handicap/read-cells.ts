import { type DistanceUnit, metersOf } from '../events/course.ts';
import type { Gender } from '../racers/details.ts';
import { MAX_TABLE_AGE } from './table.ts';

/** Undefined: the cell cannot be read. Null: it is blank, which is no condition. */
type Read<Value> = Value | null | undefined;

export type TableUnit = DistanceUnit | 'm';

const UNITS: Readonly<Record<string, TableUnit>> = {
  m: 'm',
  meter: 'm',
  meters: 'm',
  metre: 'm',
  metres: 'm',
  km: 'km',
  k: 'km',
  mi: 'mi',
  mile: 'mi',
  miles: 'mi',
};

export const unitOf = (word: string): TableUnit | null => UNITS[word.toLowerCase()] ?? null;

/** '25', '25.5' and '25,5'. '1,234' may be a thousand or one: undefined. */
function readNumber(text: string): number | undefined {
  if (!/^\d{1,9}(?:[.,]\d{1,6})?$/.test(text) || /,\d{3}$/.test(text)) return undefined;
  return Number(text.replace(',', '.'));
}

/** '10 mi', '16,1 km', '16093 m', or a bare number where the title of the column has the unit. Metres. */
export function readDistance(cell: string, titled: TableUnit | null): Read<number> {
  const text = cell.trim();
  if (text === '') return null;
  const [, figure = '', word = ''] = /^([\d.,]{1,16}) {0,3}([a-z]{0,8})\.?$/i.exec(text) ?? [];
  const unit = word === '' ? titled : unitOf(word);
  const value = readNumber(figure);
  // Ten may be miles or kilometres: nobody guesses which.
  if (unit === null || value === undefined || value <= 0) return undefined;
  return unit === 'm' ? value : metersOf({ value, unit });
}

/** '52', '50-54' or '70+'. */
export function readAges(cell: string): Read<readonly [number, number]> {
  const text = cell.trim();
  if (text === '') return null;
  const [, from, to, open] = /^(\d{1,3}) ?(?:[-–] ?(\d{1,3})|(\+))?$/.exec(text) ?? [];
  if (from === undefined) return undefined;
  const last = open === undefined ? Number(to ?? from) : MAX_TABLE_AGE;
  return Number(from) <= last && last <= MAX_TABLE_AGE ? [Number(from), last] : undefined;
}

const GENDERS: Readonly<Record<string, Gender>> = {
  m: 'M',
  man: 'M',
  men: 'M',
  male: 'M',
  f: 'F',
  w: 'F',
  woman: 'F',
  women: 'F',
  female: 'F',
  x: 'X',
};

export function readGender(cell: string): Read<Gender> {
  const text = cell.trim().toLowerCase();
  return text === '' ? null : GENDERS[text];
}

/** Seconds or h:mm:ss, in milliseconds. Below zero is told apart: it is readable, and not a handicap. */
export function readSeconds(cell: string): Read<number> | 'below-zero' {
  const text = cell.trim();
  if (text === '') return null;
  if (/^[-−–] ?\d[\d:.,]{0,20}$/.test(text)) return 'below-zero';
  const parts = text.split(':');
  const last = readNumber(parts.at(-1)!);
  const whole = parts.slice(0, -1);
  if (last === undefined || whole.length > 2 || whole.some((part) => !/^\d{1,3}$/.test(part))) return undefined;
  if (whole.length > 0 && (last >= 60 || whole.slice(1).some((part) => Number(part) > 59))) return undefined;
  const seconds = whole.reduce((sum, part) => (sum + Number(part)) * 60, 0) + last;
  return Math.round(seconds * 1000);
}
