import { readFourCc, readText } from './boxes.ts';

/**
 * GoPro's own format: a key of four letters, the type of the values, how long one sample is, how many there are, the
 * values, and zeros up to a multiple of four. What has no type holds more of the same.
 */
export interface Entry {
  readonly key: string;
  /** A letter; empty when entries stand inside. */
  readonly type: string;
  readonly size: number;
  readonly repeat: number;
  readonly from: number;
  readonly to: number;
}

const WIDTHS: Readonly<Record<string, number>> = {
  b: 1,
  B: 1,
  c: 1,
  s: 2,
  S: 2,
  l: 4,
  L: 4,
  f: 4,
  F: 4,
  q: 4,
  d: 8,
  j: 8,
  J: 8,
  Q: 8,
  G: 16,
  U: 16,
};

/** Ends at what cannot be: an entry that is longer than what holds it takes only what stands before it. */
export function* readEntries(view: DataView, from = 0, to = view.byteLength): Generator<Entry> {
  let at = from;
  while (at + 8 <= to && view.getUint32(at) !== 0) {
    const type = view.getUint8(at + 4);
    const size = view.getUint8(at + 5);
    const repeat = view.getUint16(at + 6);
    const end = at + 8 + size * repeat;
    if (end > to) return;
    yield {
      key: readFourCc(view, at),
      type: type === 0 ? '' : String.fromCharCode(type),
      size,
      repeat,
      from: at + 8,
      to: end,
    };
    at = at + 8 + Math.ceil((size * repeat) / 4) * 4;
  }
}

/** A key as the number that its letters are in the file. */
export function codeOf(key: string): number {
  return [...key].reduce((code, letter) => code * 256 + letter.charCodeAt(0), 0);
}

/** Whether an entry with one of these keys stands inside; looks at heads only. */
export function holdsAny(view: DataView, { from, to }: Entry, codes: ReadonlySet<number>): boolean {
  for (let at = from; at + 8 <= to;) {
    if (codes.has(view.getUint32(at))) return true;
    at += 8 + Math.ceil((view.getUint8(at + 5) * view.getUint16(at + 6)) / 4) * 4;
  }
  return false;
}

export function readEntryText(view: DataView, { from, to }: Entry): string {
  return readText(view, from, to - from);
}

/** The letters of a sample with several kinds of values: 'f[3]L' is 'fffL'. */
export function expandTypes(types: string): string {
  return types.replaceAll(/([a-zA-Z])\[(\d{1,3})\]/g, (_, letter: string, count: string) =>
    letter.repeat(Number(count)),
  );
}

/** Each sample with its values, divided by their scales; NaN for what is no number. `types` is what a '?' stands for. */
export function readRows(view: DataView, entry: Entry, types: string, scales: readonly number[]): number[][] {
  const { type, size, repeat, from } = entry;
  const width = WIDTHS[type] ?? 0;
  const letters = type === '?' ? types : width === 0 ? '' : type.repeat(Math.floor(size / width));
  const rows: number[][] = [];
  for (let row = 0; row < repeat; row += 1) {
    const values: number[] = [];
    let at = from + row * size;
    const end = at + size;
    for (const letter of letters) {
      const length = WIDTHS[letter] ?? 0;
      if (length === 0 || at + length > end) break;
      values.push(readNumber(view, at, letter) / (scales[scales.length === 1 ? 0 : values.length] ?? 1));
      at += length;
    }
    rows.push(values);
  }
  return rows;
}

function readNumber(view: DataView, at: number, letter: string): number {
  switch (letter) {
    case 'b':
      return view.getInt8(at);
    case 'B':
      return view.getUint8(at);
    case 's':
      return view.getInt16(at);
    case 'S':
      return view.getUint16(at);
    case 'l':
      return view.getInt32(at);
    case 'L':
      return view.getUint32(at);
    case 'f':
      return view.getFloat32(at);
    case 'd':
      return view.getFloat64(at);
    case 'j':
      return Number(view.getBigInt64(at));
    case 'J':
      return Number(view.getBigUint64(at));
    case 'q':
      return view.getInt32(at) / 2 ** 16;
    case 'Q':
      return Number(view.getBigInt64(at)) / 2 ** 32;
    default:
      return NaN;
  }
}

/** The camera's settings, as its index holds them. */
export function readSettings(view: DataView): { readonly model: string | null; readonly firmware: string | null } {
  let model: string | null = null;
  let firmware: string | null = null;
  for (const device of readEntries(view)) {
    if (device.type !== '') continue;
    for (const entry of readEntries(view, device.from, device.to)) {
      if (entry.key === 'MINF') model ??= readEntryText(view, entry) || null;
      if (entry.key === 'FMWR') firmware ??= readEntryText(view, entry) || null;
    }
  }
  return { model, firmware };
}
