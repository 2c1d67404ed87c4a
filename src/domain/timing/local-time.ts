import { LANGUAGE } from '../language.ts';
import type { EpochMs } from '../units.ts';

const formatterOf = createZonedFormatter();

/**
 * Parts of a moment in a zone, read from the text `11/15/2026, 09:30:00`: `formatToParts` takes four times as long, and a list
 * has a thousand days.
 */
function partsOf(at: EpochMs, timeZone: string) {
  const [month, day, year, hour, minute, second] = formatterOf(timeZone).format(at).match(/\d+/g)!;
  return { month, day, year, hour, minute, second };
}

const DAY_MS = 86_400_000;
/** Clocks are put forward and back at whole quarters of an hour, in every zone. */
const QUARTER_MS = 900_000;
const MOST_KEPT = 1000;
/** The shift from UTC to the time of day, in ms, for each quarter of an hour. */
const shifts = new Map<string, number>();

function shiftAt(at: EpochMs, timeZone: string): number {
  const quarter = Math.floor(at / QUARTER_MS);
  const key = `${quarter} ${timeZone}`;
  let shift = shifts.get(key);
  if (shift === undefined) {
    const from = (quarter * QUARTER_MS) as EpochMs;
    const { hour, minute, second } = partsOf(from, timeZone);
    shift = (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000 - from;
    if (shifts.size >= MOST_KEPT) shifts.clear();
    shifts.set(key, shift);
  }
  return shift;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** HH:MM:SS in the event's own time zone. Looked up once for each quarter of an hour: a board has a thousand times. */
export function formatTimeOfDay(at: EpochMs, timeZone: string): string {
  const ofDay = (((at + shiftAt(at, timeZone)) % DAY_MS) + DAY_MS) % DAY_MS;
  const seconds = Math.floor(ofDay / 1000);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

const writtenDate =
  LANGUAGE === 'en'
    ? null
    : new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * `15 Nov 2026` in the event's own time zone, `15. Nov. 2026` in German: the month in letters, because 04/05 is two
 * days to two readers.
 */
export function formatDate(at: EpochMs, timeZone: string): string {
  const { day, month, year } = partsOf(at, timeZone);
  if (writtenDate !== null) return writtenDate.format(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** `2026-11-15` in the event's own time zone, as a date field has it. */
export function formatIsoDate(at: EpochMs, timeZone: string): string {
  const { day, month, year } = partsOf(at, timeZone);
  return `${year}-${month}-${day}`;
}

/** Keeps one formatter for each zone: formatters are slow to make and needed in every row. */
function createZonedFormatter(): (timeZone: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    let formatter = formatters.get(timeZone);
    if (formatter === undefined) {
      formatter = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      });
      formatters.set(timeZone, formatter);
    }
    return formatter;
  };
}
