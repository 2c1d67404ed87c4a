import { type Result, refuse } from '../result.ts';
import { formatIsoDate, formatTimeOfDay } from '../timing/local-time.ts';
import { parseTimeOfDay, type TimeProblem } from '../timing/parse-time.ts';
import { type EpochMs, epochMs } from '../units.ts';

const DAY_MS = 86_400_000;

/** A day as a date field has it, `2026-11-17`, and a time of day, `18:30` or `18:30:00`, in the event's time zone. */
export function readStartMoment(day: string, time: string, timeZone: string): Result<EpochMs, TimeProblem> {
  const noon = Date.parse(`${day}T12:00:00Z`);
  if (Number.isNaN(noon)) return refuse('not-a-time');
  const text = /^\d{1,2}:\d\d$/.test(time.trim()) ? `${time.trim()}:00` : time;
  let problem: TimeProblem = 'skipped';
  // Zones are up to 14 hours from UTC, so the day's own times can be nearer to the noon of a neighbour.
  for (const days of [0, -1, 1]) {
    const moment = parseTimeOfDay(text, timeZone, epochMs(noon + days * DAY_MS));
    if (moment.ok && formatIsoDate(moment.value, timeZone) === day) return moment;
    if (!moment.ok && moment.error === 'not-a-time') problem = 'not-a-time';
  }
  return refuse(problem);
}

/**
 * A start list on another day, at the same times of day: a summer time that begins in between moves nobody. Null where the
 * day is none, or where the first start falls into the hour that it skips.
 */
export function moveToDay<Place extends { readonly at: EpochMs | null }>(
  places: readonly Place[],
  first: EpochMs,
  day: string,
  timeZone: string,
): Place[] | null {
  const time = formatTimeOfDay(first, timeZone);
  const from = readStartMoment(formatIsoDate(first, timeZone), time, timeZone);
  const to = readStartMoment(day, time, timeZone);
  if (!from.ok || !to.ok) return null;
  const ms = to.value - from.value;
  return places.map((place) => (place.at === null ? place : { ...place, at: epochMs(place.at + ms) }));
}
