import { type EventState, type Line, slotOf, type Tap, timeOf } from '../events/state.ts';
import type { EpochMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';
import { medianOf } from './median.ts';
import { countingTap, readResults } from './read-results.ts';

/** A racer who may have made a tap, and when that racer is expected; null while no other racer's time says it. */
export interface Likely {
  readonly racer: EntryResult;
  readonly expected: EpochMs | null;
}

/** The times of one racer at the lines that the racer has passed, the start included. */
type Passages = ReadonlyMap<Line, number>;

/**
 * The racers who are still to come to a line, in the order in which they are expected there. The expected time is the
 * last passage of the racer plus the median of the others from there to the line, at the racer's own pace so far.
 * Without any other racer's time, those who started first come first. Where nobody has started as far as this device
 * knows, the starter's phone may have no signal: then all who have not started are listed, in the order of the start.
 */
export function listToCome(event: EventState, line: Line): Likely[] {
  const results = readResults(event);
  const isOut = ({ entry, attempt }: EntryResult) => countingTap(event, slotOf(entry.racerId, line, attempt)) === null;
  const onWay = results.filter((racer) => isUnderway(racer, line) && isOut(racer));
  if (onWay.length === 0) {
    const waiting = results.filter((racer) => racer.state === 'inactive' && isOut(racer));
    return waiting.toSorted(byEntry).map((racer) => ({ racer, expected: null }));
  }
  const lines = ['start', ...event.race.points.map((point) => point.line), ...event.splits, 'finish'];
  const before = [...new Set(lines)].filter((each) => each !== line);
  const passages = new Map(results.map((racer) => [racer.entry.racerId, passagesOf(event, racer, [...before, line])]));
  const others = [...passages.values()];
  return onWay
    .map((racer) => ({ racer, expected: expect(passages.get(racer.entry.racerId)!, before, line, others) }))
    .toSorted((one, other) => arrivalOf(one) - arrivalOf(other) || byEntry(one.racer, other.racer));
}

/** Those of `toCome` who may have been there at that time, the likeliest first: who started later cannot be there. */
export function rankLikely(toCome: readonly Likely[], at: EpochMs): Likely[] {
  const possible = toCome.filter(({ racer }) => racer.startTime === null || racer.startTime <= at);
  const isKnown = possible.some(({ expected }) => expected !== null);
  return isKnown
    ? possible.toSorted((one, other) => Math.abs(arrivalOf(one) - at) - Math.abs(arrivalOf(other) - at))
    : possible;
}

/** Taps on a line that nobody has been named for yet, in the order of their times. */
export function listWaiting(event: EventState, line: Line): Tap[] {
  return Object.values(event.taps)
    .filter((tap) => tap.racerId === null && !tap.undone && tap.line === line)
    .toSorted(byTime);
}

export const byTime = (one: Tap, other: Tap): number => timeOf(one) - timeOf(other) || one.seq - other.seq;

/** A racer who has finished may still be missing at a split: the tap there may be given later. */
function isUnderway({ state }: EntryResult, line: Line): boolean {
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

function expect(own: Passages, before: readonly Line[], line: Line, others: readonly Passages[]): EpochMs | null {
  const start = own.get('start');
  for (const from of before.toReversed()) {
    const at = own.get(from);
    if (at === undefined) continue;
    const rest = medianOf(gapsOf(others, from, line));
    if (rest === null || rest <= 0) continue;
    const usual = medianOf(gapsOf(others, 'start', from));
    const pace = start === undefined || usual === null || usual <= 0 ? 1 : (at - start) / usual;
    return (at + rest * (pace > 0 ? pace : 1)) as EpochMs;
  }
  return null;
}

function gapsOf(others: readonly Passages[], from: Line, to: Line): number[] {
  return others.flatMap((passages) => {
    const [begin, end] = [passages.get(from), passages.get(to)];
    return begin === undefined || end === undefined ? [] : [end - begin];
  });
}

/** Racers without an expected time come in the order of their starts. */
function arrivalOf({ racer, expected }: Likely): number {
  return expected ?? racer.startTime ?? Number.MAX_SAFE_INTEGER;
}
