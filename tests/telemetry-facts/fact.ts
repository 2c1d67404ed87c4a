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

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function compareExactly(what: string, stated: unknown, read: unknown): Fact {
  return { what, stated: show(stated), read: show(read), isSame: show(stated) === show(read), tolerance: 'none' };
}

export function compareNumbers(what: string, stated: unknown, read: number, tolerance: number, unit = ''): Fact {
  const isSame = Math.abs(Number(stated) - read) <= tolerance;
  const text = Number.isInteger(read) ? String(read) : read.toFixed(3);
  return {
    what,
    stated: show(stated),
    read: text,
    isSame,
    tolerance: `${Number(tolerance.toPrecision(2))} ${unit}`.trim(),
  };
}

export function compareMoments(what: string, stated: unknown, readMs: number, toleranceMs: number): Fact {
  const isSame = Math.abs(parseMoment(String(stated)) - readMs) <= toleranceMs;
  const read = Number.isFinite(readMs) ? new Date(readMs).toISOString() : 'none';
  return { what, stated: show(stated), read, isSame, tolerance: `${toleranceMs} ms` };
}

/** As the tools print them: '2020:03:09 01:43:56.884', '2011-09-25 13:00:22+00:00', or in seconds since 1970. */
function parseMoment(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const iso = text.replace(/^(\d{4})[:-](\d\d)[:-](\d\d)[ T]/, '$1-$2-$3T').replace(/(\.\d{3})\d+/, '$1');
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(iso) ? iso : `${iso}Z`);
}

export function showOnly(what: string, stated: unknown, read: string): Fact {
  return { what, stated: stated === undefined ? '–' : show(stated), read, isSame: null, tolerance: '–' };
}
