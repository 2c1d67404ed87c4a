import { readFourCc, readText } from './boxes.ts';

/**
 * GoPro's own format: a key of four letters, the type of the values, the length of one sample, the number of samples,
 * the values, and zeros up to a multiple of four. An entry without a type holds more entries.
 */
export interface Entry {
  readonly key: string;
  /** A letter; empty when the entry holds other entries. */
  readonly type: string;
  readonly size: number;
  readonly repeat: number;
  readonly from: number;
  readonly to: number;
}

interface Type {
  readonly width: number;
  readonly read: (view: DataView, at: number) => number;
}

const NO_NUMBER = () => NaN;
const TYPES: Readonly<Record<string, Type>> = {
  b: { width: 1, read: (view, at) => view.getInt8(at) },
  B: { width: 1, read: (view, at) => view.getUint8(at) },
  s: { width: 2, read: (view, at) => view.getInt16(at) },
  S: { width: 2, read: (view, at) => view.getUint16(at) },
  l: { width: 4, read: (view, at) => view.getInt32(at) },
  L: { width: 4, read: (view, at) => view.getUint32(at) },
  f: { width: 4, read: (view, at) => view.getFloat32(at) },
  d: { width: 8, read: (view, at) => view.getFloat64(at) },
  j: { width: 8, read: (view, at) => Number(view.getBigInt64(at)) },
  J: { width: 8, read: (view, at) => Number(view.getBigUint64(at)) },
  q: { width: 4, read: (view, at) => view.getInt32(at) / 2 ** 16 },
  Q: { width: 8, read: (view, at) => Number(view.getBigInt64(at)) / 2 ** 32 },
  c: { width: 1, read: NO_NUMBER },
  F: { width: 4, read: NO_NUMBER },
  G: { width: 16, read: NO_NUMBER },
  U: { width: 16, read: NO_NUMBER },
};

/** Stops at an impossible entry: of one that is longer than its container, only the entries before it are returned. */
export function readEntries(view: DataView, from = 0, to = view.byteLength): readonly Entry[] {
  const entries: Entry[] = [];
  let at = from;
  while (at + 8 <= to && view.getUint32(at) !== 0) {
    const type = view.getUint8(at + 4);
    const size = view.getUint8(at + 5);
    const repeat = view.getUint16(at + 6);
    const end = at + 8 + size * repeat;
    if (end > to) break;
    entries.push({
      key: readFourCc(view, at),
      type: type === 0 ? '' : String.fromCharCode(type),
      size,
      repeat,
      from: at + 8,
      to: end,
    });
    at += 8 + Math.ceil((size * repeat) / 4) * 4;
  }
  return entries;
}

/** A key as the number that its letters make in the file. */
export const codeOf = (key: string): number => [...key].reduce((code, letter) => code * 256 + letter.charCodeAt(0), 0);

/** Whether an entry with one of these keys stands inside; only heads are read. */
export function holdsAny(view: DataView, { from, to }: Entry, codes: ReadonlySet<number>): boolean {
  for (let at = from; at + 8 <= to;) {
    if (codes.has(view.getUint32(at))) return true;
    at += 8 + Math.ceil((view.getUint8(at + 5) * view.getUint16(at + 6)) / 4) * 4;
  }
  return false;
}

export const readEntryText = (view: DataView, { from, to }: Entry): string => readText(view, from, to - from);

/** The letters of a sample with several kinds of values: 'f[3]L' is 'fffL'. */
export function expandTypes(types: string): string {
  return types.replaceAll(/([a-zA-Z])\[(\d{1,3})\]/g, (_, letter: string, count: string) =>
    letter.repeat(Number(count)),
  );
}

/** Samples of several values each, one behind the other. */
export interface Values {
  readonly count: number;
  readonly width: number;
  readonly numbers: Float64Array;
}

/** Values divided by their scales; NaN for what is no number. `types` is what a '?' stands for. */
export function readValues(view: DataView, entry: Entry, types: string, scales: ArrayLike<number>): Values {
  const { type, size, repeat, from } = entry;
  const letters = [...(type === '?' ? types : type.repeat(Math.floor(size / (TYPES[type]?.width ?? Infinity))))];
  const known = letters.map((letter) => TYPES[letter]);
  const offsets = [0];
  for (const each of known) offsets.push(offsets.at(-1)! + (each?.width ?? Infinity));
  // A sample that is shorter than its types is read as far as it goes.
  const width = offsets.findLastIndex((offset) => offset <= size);
  const numbers = new Float64Array(repeat * width);
  for (let column = 0; column < width; column += 1) {
    const { read } = known[column]!;
    const scale = scales[scales.length === 1 ? 0 : column] ?? 1;
    for (let row = 0, at = from + offsets[column]!; row < repeat; row += 1, at += size) {
      numbers[row * width + column] = read(view, at) / scale;
    }
  }
  return { count: repeat, width, numbers };
}

/** The camera's settings, from the movie's index. */
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
