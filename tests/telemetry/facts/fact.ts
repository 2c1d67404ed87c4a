/** One value that the README states about a file, beside the value that was read. */
export interface Fact {
  readonly what: string;
  readonly stated: string;
  readonly read: string;
  /** Null for a value that is only shown, because a recording does not keep it or the README does not state it. */
  readonly isSame: boolean | null;
  readonly tolerance: string;
}

export type Stated = Readonly<Record<string, unknown>>;

const NOT_STATED = '–';

function show(value: unknown): string {
  if (value === undefined) return NOT_STATED;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A fact that the README does not state is only shown. */
const judge = (stated: unknown, isSame: boolean): boolean | null => (stated === undefined ? null : isSame);

export function compareExactly(what: string, stated: unknown, read: unknown): Fact {
  return {
    what,
    stated: show(stated),
    read: show(read),
    isSame: judge(stated, show(stated) === show(read)),
    tolerance: 'none',
  };
}

/** Null and NaN are none: nothing was measured, and nothing is stated. */
export function compareNumbers(what: string, stated: unknown, read: number | null, tolerance: number, unit = ''): Fact {
  const isNone = read === null || Number.isNaN(read);
  const isSame = stated === null ? isNone : !isNone && Math.abs(Number(stated) - read) <= tolerance;
  const text = isNone ? 'none' : Number.isInteger(read) ? String(read) : read.toFixed(tolerance < 0.0005 ? 7 : 3);
  return {
    what,
    stated: show(stated),
    read: text,
    isSame: judge(stated, isSame),
    tolerance: `${Number(tolerance.toPrecision(2))} ${unit}`.trim(),
  };
}

export function compareMoments(what: string, stated: unknown, readMs: number, toleranceMs: number): Fact {
  const isSame = stated === null ? Number.isNaN(readMs) : Math.abs(parseMoment(String(stated)) - readMs) <= toleranceMs;
  const read = Number.isFinite(readMs) ? new Date(readMs).toISOString() : 'none';
  return { what, stated: show(stated), read, isSame: judge(stated, isSame), tolerance: `${toleranceMs} ms` };
}

/** As the tools print them: '2020:03:09 01:43:56.884', '2011-09-25 13:00:22+00:00', or in seconds since 1970. */
function parseMoment(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const iso = text.replace(/^(\d{4})[:.-](\d\d)[:.-](\d\d)[ T]/, '$1-$2-$3T').replace(/\.\d+/, '');
  const fraction = Number(/:\d\d(\.\d+)/.exec(text)?.[1] ?? 0) * 1_000;
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(iso) ? iso : `${iso}Z`) + fraction;
}

export function showOnly(what: string, stated: unknown, read: string): Fact {
  return { what, stated: show(stated), read, isSame: null, tolerance: NOT_STATED };
}
