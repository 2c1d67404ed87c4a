import { type DurationMs, durationMs } from '../../../units.ts';

/** How a style shows numbers. `digits`: with noughts in front up to that many digits. */
export type NumberFormat =
  | { readonly kind: 'general' | 'number' | 'date' }
  | { readonly kind: 'time'; readonly hasSeconds: boolean; readonly isCounted: boolean }
  | { readonly kind: 'digits'; readonly count: number };

/** A time of day, or a counted time. How it is written depends on the other times of its column. */
export interface CellTime {
  readonly ms: DurationMs;
  readonly hasSeconds: boolean;
}

const DAY_MS = 86_400_000;
/** The day that a workbook counts from, and the later one of old Macs. */
const DAY_0 = Date.UTC(1899, 11, 30);
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1);
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465;
/** Cells show fifteen digits; what comes after them is an error of computing: 0.1 + 0.2. */
const SHOWN_DIGITS = 15;

export const GENERAL: NumberFormat = { kind: 'general' };
const NUMBER: NumberFormat = { kind: 'number' };
const DATE: NumberFormat = { kind: 'date' };
const time = (hasSeconds: boolean, isCounted = false): NumberFormat => ({ kind: 'time', hasSeconds, isCounted });

/** Formats that are known by their number: 'date' for days, others with the time as it is shown. */
const KNOWN: ReadonlyMap<number, NumberFormat> = new Map([
  [0, GENERAL],
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, DATE] as const),
  ...[18, 20, 22, 32].map((id) => [id, time(false)] as const),
  ...[19, 21, 33, 45, 47].map((id) => [id, time(true)] as const),
  [46, time(true, true)],
]);

/** The format by its number, or by its code where the workbook defines it: 'yyyy-mm-dd', 'h:mm', '000'. */
export function readFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return KNOWN.get(id) ?? NUMBER;
  const plain = code
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .replaceAll(/\[(?!(?:h{1,4}|m{1,4}|s{1,4})\])[^[\]]*\]/gi, '')
    .split(';', 1)[0]!;
  if (/^general$/i.test(plain)) return GENERAL;
  if (/^0{2,16}$/.test(plain)) return { kind: 'digits', count: plain.length };
  if (/[hs]/i.test(plain)) return time(/s/i.test(plain), plain.includes('['));
  return /[ymd]/i.test(plain) ? DATE : NUMBER;
}

/** The number as its cell shows it; times as a number, because one with seconds gives its whole column seconds. */
export function readNumber(value: number, format: NumberFormat, is1904: boolean): string | CellTime {
  const isDay = value >= 0 && value <= LAST_DAY;
  if (format.kind === 'time' && isDay) {
    const ms = Math.round(value * DAY_MS);
    return readTime(format.isCounted ? ms : ms % DAY_MS, format.hasSeconds);
  }
  if (format.kind === 'date' && isDay) {
    const day = (is1904 ? DAY_0_OF_1904 : DAY_0) + Math.floor(value) * DAY_MS;
    return new Date(day).toISOString().slice(0, 10);
  }
  // A part of a day that lost its format: as a number it would be read as hours and minutes, 0.25 as 0:25.
  if (format.kind === 'general' && value > 0 && value < 1) return readTime(Math.round(value * DAY_MS), true);
  const shown = String(Number(value.toPrecision(SHOWN_DIGITS)));
  return format.kind === 'digits' && /^\d+$/.test(shown) ? shown.padStart(format.count, '0') : shown;
}

function readTime(ms: number, hasSeconds: boolean): CellTime {
  return { ms: durationMs(ms), hasSeconds: hasSeconds || ms % 60_000 !== 0 };
}
