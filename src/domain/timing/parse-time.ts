import { ok, refuse, type Result } from '../result.ts';
import { type EpochMs, epochMs } from '../units.ts';
import { formatTimeOfDay } from './local-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A day has 25 hours at most, so a time further away belongs to another day. */
const NEAR_MS = 12.5 * HOUR_MS;

/** `skipped`: the clocks went forward over this time, so it never was. */
export type TimeProblem = 'not-a-time' | 'skipped';

/** HH:MM:SS.mmm in the event's own time zone: the text that an admin corrects. */
export function formatExactTime(at: EpochMs, timeZone: string): string {
  const ms = Math.floor(at) % 1000;
  return `${formatTimeOfDay(at, timeZone)}.${String(ms).padStart(3, '0')}`;
}

/**
 * A typed time of day, in the event's time zone. The day is the one that puts it closest to `near`; where the clocks go
 * back and a time comes twice, the closer one is taken.
 */
export function parseTimeOfDay(text: string, timeZone: string, near: EpochMs): Result<EpochMs, TimeProblem> {
  const wanted = readTimeOfDay(text);
  if (wanted === null) return refuse('not-a-time');
  const offsets = new Set([near - DAY_MS, near, near + DAY_MS].map((at) => offsetAt(epochMs(at), timeZone)));
  const moments = [...offsets]
    .map((offset) => near + wrap(wanted - offset - near))
    .flatMap((at) => [at - DAY_MS, at, at + DAY_MS])
    .filter((at) => Math.abs(at - near) <= NEAR_MS && timeOfDay(epochMs(at), timeZone) === wanted)
    .toSorted((one, other) => Math.abs(one - near) - Math.abs(other - near));
  return moments[0] === undefined ? refuse('skipped') : ok(epochMs(moments[0]));
}

/** Milliseconds after midnight by the local clock. A comma is taken for a point, as on half of all keyboards. */
function readTimeOfDay(text: string): number | null {
  const read = /^(\d{1,2}):([0-5]\d):([0-5]\d)(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (read === null) return null;
  const [, hours, minutes, seconds, fraction = ''] = read;
  if (Number(hours) > 23) return null;
  return Number(hours) * HOUR_MS + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'));
}

const timeOfDay = (at: EpochMs, timeZone: string): number | null => readTimeOfDay(formatExactTime(at, timeZone));

/** Offset of the zone's clock from UTC, whole days aside. */
const offsetAt = (at: EpochMs, timeZone: string): number => wrap((timeOfDay(at, timeZone) ?? 0) - Math.floor(at));

/** The remainder without whole days, within half a day around zero. */
function wrap(ms: number): number {
  const rest = ((ms % DAY_MS) + DAY_MS) % DAY_MS;
  return rest > DAY_MS / 2 ? rest - DAY_MS : rest;
}
