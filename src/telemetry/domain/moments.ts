/** 1989-12-31T00:00Z, from which FIT counts, in seconds since 1970. */
export const FIT_EPOCH = 631_065_600;

/** A moment as a file wrote it. */
export interface Moment {
  /** Seconds since 1970 in UTC; as if it were UTC when no zone was written. */
  readonly seconds: number;
  readonly hasZone: boolean;
}

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;

/** '2024-05-01T10:00:00.25Z' and its usual variants: a blank for the T, a comma, no seconds, no zone. */
export function parseIso(text: string): Moment | null {
  if (text.length > 60) return null;
  const found = ISO.exec(text.trim());
  if (found === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = ''] = found;
  const seconds = secondsOf(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second));
  if (seconds === null) return null;
  return { seconds: seconds + Number(`0.${fraction || 0}`) - zoneSeconds(zone), hasZone: zone !== '' };
}

/** Null for dates that are not in the calendar. A leap second and hour 24 belong to the next minute and day. */
export function secondsOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  if (month < 1 || month > 12 || day < 1 || hour > 24 || minute > 59 || second > 60) return null;
  const midnight = Date.UTC(year, month - 1, day) / 1_000;
  if (new Date(midnight * 1_000).getUTCDate() !== day) return null;
  return midnight + hour * 3_600 + minute * 60 + second;
}

function zoneSeconds(zone: string): number {
  if (!/^[+-]/.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3_600 + minutes * 60);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Hours ahead of UTC, of the zones that systems print by name. */
const ZONES: ReadonlyMap<string, number> = new Map([
  ...(['utc', 'gmt', 'z', 'wet'] as const).map((zone) => [zone, 0] as const),
  ...(['cet', 'west', 'bst'] as const).map((zone) => [zone, 1] as const),
  ...(['cest', 'eet', 'sast'] as const).map((zone) => [zone, 2] as const),
  ...(['eest', 'msk'] as const).map((zone) => [zone, 3] as const),
  ['jst', 9],
  ['aest', 10],
  ['aedt', 11],
  ['nzst', 12],
  ['nzdt', 13],
  ['edt', -4],
  ...(['est', 'cdt'] as const).map((zone) => [zone, -5] as const),
  ...(['cst', 'mdt'] as const).map((zone) => [zone, -6] as const),
  ...(['mst', 'pdt'] as const).map((zone) => [zone, -7] as const),
  ['pst', -8],
]);

const PRINTED =
  /^(?:[a-z]{3},? )?(?:([a-z]{3}) (\d{1,2})|(\d{1,2}) ([a-z]{3}) (\d{4})) (\d{1,2}):(\d{2}):(\d{2})(?: ([a-z]{1,4}|[+-]\d{2}:?\d{2}))?(?: (\d{4}))?$/i;

/** 'Sun Jun 11 07:32:51 PDT 2017' and 'Sun, 11 Jun 2017 14:32:51 GMT', as systems print a moment. */
export function parsePrinted(text: string): Moment | null {
  const found = text.length > 60 ? null : PRINTED.exec(text.trim());
  if (found === null) return null;
  const [, monthFirst, dayBehind, dayFirst, monthBehind, yearBefore, hour, minute, second, zone = '', yearLast] = found;
  const month = MONTHS.indexOf((monthFirst ?? monthBehind ?? '').toLowerCase()) + 1;
  const [day, year] = [Number(dayBehind ?? dayFirst), Number(yearBefore ?? yearLast)];
  const seconds = secondsOf(year, month, day, Number(hour), Number(minute), Number(second));
  if (seconds === null || Number.isNaN(seconds)) return null;
  const named = ZONES.get(zone.toLowerCase());
  const hasZone = named !== undefined || /^[+-]/.test(zone);
  return { seconds: seconds - (named === undefined ? zoneSeconds(zone) : named * 3_600), hasZone };
}
