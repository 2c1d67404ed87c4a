/** Texts that loggers write for a missing value. */
const NOTHING = new Set(['', '-', '--', 'nan', 'n/a', 'na', 'null', 'none', '*', '?', 'undefined', '#n/a']);

export function isNothing(cell: string): boolean {
  const first = cell.charCodeAt(0);
  // A first digit settles it, and nearly every cell has one.
  if (first >= 0x30 && first <= 0x39) return false;
  return cell === '' || NOTHING.has(cell.trim().toLowerCase());
}

const POWERS = Float64Array.from({ length: 16 }, (_, at) => 10 ** at);
const [ZERO, NINE, MINUS, POINT] = [0x30, 0x39, 0x2d, 0x2e];
/** A whole number of so many digits, and its quotient by a power of ten, are exact in a double, or rounded once. */
const EXACT_DIGITS = 15;

/** Plain numbers such as -12.25, which nearly every cell holds, several times faster than `Number`; NaN for others. */
export function parseDigits(text: string, from = 0, to = text.length): number {
  let at = from < to && text.charCodeAt(from) === MINUS ? from + 1 : from;
  const start = at;
  let value = 0;
  let point = -1;
  for (; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) value = value * 10 + code - ZERO;
    else if (code === POINT && point < 0) point = at;
    else return NaN;
  }
  const digits = to - start - (point < 0 ? 0 : 1);
  if (digits <= 0 || digits > EXACT_DIGITS) return NaN;
  const size = point < 0 ? value : value / POWERS[to - 1 - point]!;
  return start === from ? size : -size;
}

/** NaN for what is no number. With `hasCommas` a comma begins the decimals; else it groups thousands. */
export function parseNumber(cell: string, hasCommas: boolean): number {
  const digits = parseDigits(cell);
  if (!Number.isNaN(digits)) return digits;
  const plain = Number(cell);
  if (Number.isFinite(plain)) return cell.trim() === '' ? NaN : plain;
  if (cell.length > 40 || !cell.includes(',')) return NaN;
  const text = hasCommas ? cell.replaceAll('.', '').replace(',', '.') : cell.replaceAll(',', '');
  const number = Number(text);
  return Number.isFinite(number) && text.trim() !== '' ? number : NaN;
}

const WITH_UNIT = /^\s*([-+]?[\d.,]{1,20}) ?([a-z°µμ%/²^][a-z\d°µμ%/²^.]{0,9})\s*$/i;

/** A number with its unit behind it ('98.470 m', '0.9 km/h'), null for anything else. */
export function parseWithUnit(
  cell: string,
  hasCommas: boolean,
): { readonly value: number; readonly unit: string } | null {
  const found = cell.length > 40 ? null : WITH_UNIT.exec(cell);
  const value = found === null ? NaN : parseNumber(found[1]!, hasCommas);
  return Number.isNaN(value) ? null : { value, unit: found![2]! };
}

const DEGREES =
  /^([NSEWO])? ?([-+]?\d{1,3}(?:[.,]\d+)?) ?°? ?(?:(\d{1,2}(?:[.,]\d+)?) ?['′’] ?)?(?:(\d{1,2}(?:[.,]\d+)?) ?["″”] ?)?([NSEWO])?$/i;

/** For example 48.1, 48,1, 48.1N, 48°07'24.4"N. */
export function parseDegrees(cell: string): number {
  const digits = parseDigits(cell);
  if (!Number.isNaN(digits)) return digits;
  const plain = Number(cell);
  if (Number.isFinite(plain)) return cell.trim() === '' ? NaN : plain;
  const found = cell.length > 40 ? null : DEGREES.exec(cell.replaceAll(/\s+/g, ' ').trim());
  if (found === null) return NaN;
  const [, before = '', degrees, minutes = '0', seconds = '0', after = ''] = found;
  const [d, m, s] = [degrees!, minutes, seconds].map((part) => Number(part.replace(',', '.'))) as [
    number,
    number,
    number,
  ];
  const size = Math.abs(d) + m / 60 + s / 3_600;
  return d < 0 || /[SW]/i.test(before + after) ? -size : size;
}

/** Whether a table writes 3,14: some cell does, and none writes 3.14. */
export function writesCommas(cells: Iterable<string>): boolean {
  let hasComma = false;
  for (const cell of cells) {
    if (/^\s*[-+]?\d*\.\d+(?: ?[a-z°%][^.,]*)?$/i.test(cell.trimEnd())) return false;
    if (/^\s*[-+]?\d+,\d+(?: ?[a-z°%][^.,]*)?$/i.test(cell.trimEnd())) hasComma = true;
  }
  return hasComma;
}
