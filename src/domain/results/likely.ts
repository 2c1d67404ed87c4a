import type { Line } from '../model/lines.ts';
import { attemptNow, type EventState, slotOf, type Tap, timeOf } from '../model/state.ts';
import type { EpochMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';
import { medianOf } from './median.ts';
import { countingTap, readResults } from './read-results.ts';

/** A racer who may have made a tap, and when that racer is expected; null while no other racer's time says it. */
export interface Likely {
  readonly racer: EntryResult;
  readonly expected: EpochMs | null;
  /** The line from which the racer is expected: past the start, the racer's own pace is in the time. */
  readonly from: Line | null;
  /** The devices that have read the racer at this line. A second phone may still give its own reading. */
  readonly readBy: readonly string[];
}

/** Two phones' readings of one passage are no further apart. */
const SAME_PASSAGE_MS = 10_000;

/** The times of one racer at the lines that the racer has passed, the start included. */
type Passages = ReadonlyMap<Line, number>;

/**
 * The racers who are to come to a line, in the order in which they are expected there. The expected time is the last
 * passage of the racer plus the median of the others from there to the line, at the racer's own pace so far; for a
 * racer who was read there, the reading. Without any other racer's time, those who started first come first. Where no
 * start has arrived at this device, the starter's phone may have no signal: then all who have not started are listed,
 * in the order of the start.
 */
export function listToCome(event: EventState, line: Line): Likely[] {
  const results = readResults(event);
  const hasStarts = results.some(({ startTime }) => startTime !== null);
  const lines = ['start', ...event.race.points.map((point) => point.line), ...event.splits, 'finish'];
  const before = [...new Set(lines)].filter((each) => each !== line);
  const passages = results.map((racer) => passagesOf(event, racer, [...before, line]));
  const readBy = devicesAt(event, line);
  const between = medianBetween(passages);
  return results
    .flatMap((racer, index): Likely[] => {
      const devices = readBy.get(racer.entry.racerId);
      const own = passages[index]!;
      const isToCome = devices === undefined ? isUnderway(racer, own, line, hasStarts) : racer.state !== 'out';
      if (!isToCome) return [];
      const read = own.get(line);
      const arrival = read === undefined ? expect(own, before, line, between) : { at: read as EpochMs, from: line };
      return [{ racer, expected: arrival?.at ?? null, from: arrival?.from ?? null, readBy: devices ?? [] }];
    })
    .toSorted((one, other) => arrivalOf(one) - arrivalOf(other) || byEntry(one.racer, other.racer));
}

/** Racers of `toCome` who may have made the tap, the likeliest first. */
export function rankLikely(toCome: readonly Likely[], tap: Tap): Likely[] {
  const at = timeOf(tap);
  const possible = toCome.filter((likely) => mayBe(likely, tap));
  const isKnown = possible.some(({ expected }) => expected !== null);
  const distanceOf = (likely: Likely) => Math.abs(arrivalOf(likely) - at);
  return isKnown ? possible.toSorted((one, other) => distanceOf(one) - distanceOf(other)) : possible;
}

/** A racer who started later was not there. One whom this phone has read already, or another at another time, neither. */
export function mayBe({ racer, expected, readBy }: Likely, tap: Tap): boolean {
  const at = timeOf(tap);
  if (racer.startTime !== null && racer.startTime > at) return false;
  if (readBy.length === 0) return true;
  return !readBy.includes(tap.by.deviceId) && expected !== null && Math.abs(expected - at) <= SAME_PASSAGE_MS;
}

function devicesAt(event: EventState, line: Line): ReadonlyMap<string, readonly string[]> {
  const devices = new Map<string, string[]>();
  for (const { line: at, racerId, undone, by, assignedSeq, attempt } of Object.values(event.taps)) {
    if (at !== line || racerId === null || undone || attempt !== attemptNow(event)) continue;
    if (assignedSeq <= (event.entries[racerId]?.addedSeq ?? 0)) continue;
    devices.set(racerId, [...(devices.get(racerId) ?? []), by.deviceId]);
  }
  return devices;
}

/** Taps on a line that nobody has been named for yet, in the order of their times. */
export function listWaiting(event: EventState, line: Line): Tap[] {
  return Object.values(event.taps)
    .filter((tap) => tap.racerId === null && !tap.undone && tap.line === line)
    .toSorted(byTime);
}

export const byTime = (one: Tap, other: Tap): number => timeOf(one) - timeOf(other) || one.seq - other.seq;

/**
 * A racer who has finished may still be missing at a split: the tap there may be given later. A racer who was seen at
 * another point is underway although the start has not arrived.
 */
function isUnderway({ state }: EntryResult, own: Passages, line: Line, hasStarts: boolean): boolean {
  if (state === 'inactive') return !hasStarts || own.size > 0;
  return state === 'on-course' || (line !== 'finish' && state === 'finished');
}

function passagesOf(event: EventState, racer: EntryResult, lines: readonly Line[]): Passages {
  const passages = new Map<Line, number>();
  for (const line of lines) {
    const tap = line === 'start' ? null : countingTap(event, slotOf(racer.entry.racerId, line, racer.attempt));
    const at = line === 'start' ? racer.startTime : tap && timeOf(tap);
    if (at !== null) passages.set(line, at);
  }
  return passages;
}

interface Arrival {
  readonly at: EpochMs;
  readonly from: Line;
}

function expect(own: Passages, before: readonly Line[], line: Line, between: Between): Arrival | null {
  const start = own.get('start');
  for (const from of before.toReversed()) {
    const at = own.get(from);
    if (at === undefined) continue;
    const rest = between(from, line);
    if (rest === null || rest <= 0) continue;
    const usual = between('start', from);
    const pace = start === undefined || usual === null || usual <= 0 ? 1 : (at - start) / usual;
    return { at: (at + rest * (pace > 0 ? pace : 1)) as EpochMs, from };
  }
  return null;
}

/** The median time of all racers from one line to another; null where nobody has passed both. */
type Between = (from: Line, to: Line) => number | null;

/** Medians between two lines, each pair read once: with 500 racers, each would otherwise sort the times of all others. */
function medianBetween(others: readonly Passages[]): Between {
  const known = new Map<string, number | null>();
  return (from, to) => {
    const pair = `${from} ${to}`;
    const median = known.has(pair) ? known.get(pair)! : medianOf(gapsOf(others, from, to));
    known.set(pair, median);
    return median;
  };
}

function gapsOf(others: readonly Passages[], from: Line, to: Line): number[] {
  return others.flatMap((passages) => {
    const [begin, end] = [passages.get(from), passages.get(to)];
    return begin === undefined || end === undefined ? [] : [end - begin];
  });
}

/** Racers without an expected time come in the order of their starts. */
const arrivalOf = ({ racer, expected }: Likely): number => expected ?? racer.startTime ?? Number.MAX_SAFE_INTEGER;
