import { type Entry, type EventState, slotOf, type Tap, timeOf } from '../events/state.ts';
import { type DurationMs, durationMs, type EpochMs } from '../units.ts';

/** `waiting`: a finish whose start has not arrived yet. `impossible`: a finish before its start; only a person can tell. */
export type RacerState = 'inactive' | 'on-course' | 'finished' | 'waiting' | 'impossible';

export interface RacerTimes {
  readonly entry: Entry;
  readonly state: RacerState;
  readonly start: Tap | null;
  readonly finish: Tap | null;
  readonly startTime: EpochMs | null;
  readonly finishTime: EpochMs | null;
  readonly duration: DurationMs | null;
  readonly isCorrected: boolean;
}

/**
 * What was read of an entry last, and under which names. An entry and its two taps never change, only give way to others,
 * so whoever has the same three has the same times: one tap among 500 racers makes one new object, and a screen draws one
 * row again.
 */
interface LastRead {
  readonly attempt: number;
  readonly startSlot: string;
  readonly finishSlot: string;
  readonly times: RacerTimes;
}
const lastRead = new WeakMap<Entry, LastRead>();

interface LastTimes {
  readonly attempt: number;
  /** The server goes on with the same object where nobody else has it. */
  readonly seq: number;
  readonly times: readonly RacerTimes[];
}
const lastTimes = new WeakMap<EventState, LastTimes>();

/** The times of everybody who is in the event. The same object for a racer until something about them has changed. */
export function readTimes(event: EventState, attempt = 1): readonly RacerTimes[] {
  const known = lastTimes.get(event);
  if (known?.attempt === attempt && known.seq === event.seq) return known.times;
  const times = Object.values(event.entries)
    .filter((entry) => !entry.removed)
    .map((entry) => timesOf(event, entry, attempt));
  lastTimes.set(event, { attempt, seq: event.seq, times });
  return times;
}

export function stateOfRacer(event: EventState, entry: Entry): RacerState {
  return timesOf(event, entry, 1).state;
}

function timesOf(event: EventState, entry: Entry, attempt: number): RacerTimes {
  const known = lastRead.get(entry);
  const isKnown = known?.attempt === attempt;
  // Kept, because a name that is put together anew has to be hashed anew before anything can be found under it.
  const startSlot = isKnown ? known.startSlot : slotOf(entry.racerId, 'start', attempt);
  const finishSlot = isKnown ? known.finishSlot : slotOf(entry.racerId, 'finish', attempt);
  const start = countingTap(event, startSlot);
  const finish = countingTap(event, finishSlot);
  if (isKnown && known.times.start === start && known.times.finish === finish) return known.times;
  const times = computeTimes(entry, start, finish);
  lastRead.set(entry, { attempt, startSlot, finishSlot, times });
  return times;
}

function computeTimes(entry: Entry, start: Tap | null, finish: Tap | null): RacerTimes {
  const startTime = start && timeOf(start);
  const finishTime = finish && timeOf(finish);
  const elapsed = startTime !== null && finishTime !== null ? finishTime - startTime : null;
  return {
    entry,
    state: stateOf(startTime, finishTime, elapsed),
    start,
    finish,
    startTime,
    finishTime,
    duration: elapsed !== null && elapsed >= 0 ? durationMs(elapsed) : null,
    isCorrected: start?.corrected != null || finish?.corrected != null,
  };
}

function countingTap(event: EventState, slot: string): Tap | null {
  const tapId = event.counting[slot];
  return tapId === undefined ? null : (event.taps[tapId] ?? null);
}

function stateOf(start: EpochMs | null, finish: EpochMs | null, elapsed: number | null): RacerState {
  if (elapsed !== null) return elapsed >= 0 ? 'finished' : 'impossible';
  if (start !== null) return 'on-course';
  return finish === null ? 'inactive' : 'waiting';
}

/** Whoever set off first is expected first. */
export function listOnCourse(times: readonly RacerTimes[]): RacerTimes[] {
  return times
    .filter(({ state }) => state === 'on-course')
    .toSorted((one, other) => one.startTime! - other.startTime! || byEntry(one, other));
}

export function listInactive(times: readonly RacerTimes[]): RacerTimes[] {
  return times.filter(({ state }) => state === 'inactive').toSorted(byEntry);
}

export interface Counters {
  readonly total: number;
  readonly finished: number;
  readonly onCourse: number;
}

export function countRacers(times: readonly RacerTimes[]): Counters {
  const count = (state: RacerState) => times.filter((racer) => racer.state === state).length;
  return { total: times.length, finished: count('finished'), onCourse: count('on-course') };
}

/** Taps of a racer that are kept and do not count: readings beside the one that does. */
export function listSecondReadings(event: EventState, racerId: string): Tap[] {
  const entry = event.entries[racerId];
  return Object.values(event.taps)
    .filter((tap) => tap.racerId === racerId && !tap.undone && tap.assignedSeq > (entry?.addedSeq ?? 0))
    .filter((tap) => event.counting[slotOf(racerId, tap.line, tap.attempt)] !== tap.id)
    .toSorted((one, other) => one.seq - other.seq);
}

/** Taps that nobody has been named for yet. */
export function listUnassigned(event: EventState): Tap[] {
  return Object.values(event.taps)
    .filter((tap) => tap.racerId === null && !tap.undone)
    .toSorted((one, other) => one.seq - other.seq);
}

/** A fixed order where times say nothing: as they were added, so that no row jumps. Those added together stay as given. */
export function byEntry(one: RacerTimes, other: RacerTimes): number {
  return one.entry.addedSeq - other.entry.addedSeq;
}
