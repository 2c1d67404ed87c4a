import { type DurationMs, durationMs, type EpochMs, epochMs } from '../units.ts';

/**
 * The readings of a device's clocks at one moment, unaltered. `origin` tells page loads apart: the monotonic clock
 * starts anew with each. The monotonic clock may also stop while a phone sleeps, and the wall clock may jump, so
 * neither is trusted alone.
 */
export interface Reading {
  readonly wall: number;
  readonly monotonic: number;
  readonly origin: number;
}

/** At `reading` the common clock said `common`, give or take `uncertainty`. */
export interface ClockObservation {
  readonly reading: Reading;
  readonly common: number;
  readonly uncertainty: number;
}

/** A moment on the common clock, and how far it can be off. */
export interface Placed {
  readonly at: EpochMs;
  readonly uncertainty: DurationMs;
}

/** Sent and received by the device (its readings), received and sent by the server (the common clock). */
export interface Exchange {
  readonly sent: Reading;
  readonly serverReceived: number;
  readonly serverSent: number;
  readonly received: Reading;
}

/** Uncertainty without any observation, by the device's own clock: an hour is a usual mistake of zone or season. */
export const UNMEASURED: DurationMs = durationMs(3_600_000);
/** A crystal that is off by more than this is broken. */
const DRIFT = 100e-6;
/** Two clocks are read one after the other, and browsers round what they say. */
const JITTER_MS = 10;

/** The four-timestamp exchange: both ways are assumed to take equally long. */
export function observeExchange({ sent, serverReceived, serverSent, received }: Exchange): ClockObservation {
  const roundTrip = received.monotonic - sent.monotonic - (serverSent - serverReceived);
  return { reading: received, common: serverSent + roundTrip / 2, uncertainty: Math.max(0, roundTrip / 2) };
}

/** The quickest exchange of a burst is the most exact. */
export function bestObservation(observations: readonly ClockObservation[]): ClockObservation | undefined {
  return observations.reduce<ClockObservation | undefined>(
    (best, next) => (best === undefined || next.uncertainty < best.uncertainty ? next : best),
    undefined,
  );
}

/** True when the two clocks have moved apart since `earlier`: the device slept, or a clock was set. Measure again. */
export function haveClocksParted(earlier: Reading, later: Reading): boolean {
  if (earlier.origin !== later.origin) return true;
  const wall = later.wall - earlier.wall;
  const monotonic = later.monotonic - earlier.monotonic;
  return Math.abs(wall - monotonic) > JITTER_MS + DRIFT * Math.abs(monotonic);
}

/**
 * Places a reading on the common clock, between the last observation before it and the first after it where both are
 * known. The reading itself is never changed.
 */
export function placeReading(reading: Reading, observations: readonly ClockObservation[]): Placed {
  const { before, after } = observationsAround(reading, observations);
  if (before !== undefined && after !== undefined) return between(reading, before, after);
  const only = before ?? after;
  return only === undefined ? placed(reading.wall, UNMEASURED) : beside(reading, only);
}

export interface Around {
  readonly before: ClockObservation | undefined;
  readonly after: ClockObservation | undefined;
}

/**
 * The observations between which a reading is placed. Those of the same page load are preferred, however far away: if
 * the wall clock was set meanwhile, others do not even tell what came first.
 */
export function observationsAround(reading: Reading, observations: readonly ClockObservation[]): Around {
  let [before, after]: (ClockObservation | undefined)[] = [];
  for (const observation of observations) {
    if (distanceTo(reading, observation.reading) < 0) before = nearer(reading, before, observation);
    else after = nearer(reading, after, observation);
  }
  return { before, after };
}

function nearer(reading: Reading, known: ClockObservation | undefined, next: ClockObservation): ClockObservation {
  if (known === undefined) return next;
  const isOfLoad = ({ reading: { origin } }: ClockObservation): boolean => origin === reading.origin;
  if (isOfLoad(known) !== isOfLoad(next)) return isOfLoad(known) ? known : next;
  const distance = ({ reading: other }: ClockObservation): number => Math.abs(distanceTo(reading, other));
  return distance(next) < distance(known) ? next : known;
}

/** How much later `other` is, by the clock that can tell: across page loads only the wall clock can. */
function distanceTo(reading: Reading, other: Reading): number {
  return reading.origin === other.origin ? other.monotonic - reading.monotonic : other.wall - reading.wall;
}

/**
 * One observation: where the two clocks have parted, a clock that stopped is likelier than one that was set. So the
 * clock that ran further is believed, and the uncertainty reaches to the other.
 */
function beside(reading: Reading, observation: ClockObservation): Placed {
  const byWall = observation.common + (reading.wall - observation.reading.wall);
  if (reading.origin !== observation.reading.origin) {
    const doubt = observation.uncertainty + DRIFT * Math.abs(reading.wall - observation.reading.wall) + JITTER_MS;
    return placed(byWall, doubt);
  }
  const elapsed = reading.monotonic - observation.reading.monotonic;
  const byMonotonic = observation.common + elapsed;
  const doubt = observation.uncertainty + DRIFT * Math.abs(elapsed);
  if (!haveClocksParted(observation.reading, reading)) return placed(byMonotonic, doubt);
  const isLater = reading.monotonic >= observation.reading.monotonic;
  const furthest = isLater ? Math.max(byWall, byMonotonic) : Math.min(byWall, byMonotonic);
  return placed(furthest, doubt + Math.abs(byWall - byMonotonic));
}

/** Two observations: the clock that kept time between them is the one to interpolate on. */
function between(reading: Reading, before: ClockObservation, after: ClockObservation): Placed {
  const common = after.common - before.common;
  const doubt = Math.max(before.uncertainty, after.uncertainty);
  const tolerance = before.uncertainty + after.uncertainty + JITTER_MS + DRIFT * Math.abs(common);
  const isOneLoad = before.reading.origin === after.reading.origin && before.reading.origin === reading.origin;
  const scales = [...(isOneLoad ? [(of: Reading) => of.monotonic] : []), (of: Reading) => of.wall] as const;
  for (const scale of scales) {
    const whole = scale(after.reading) - scale(before.reading);
    if (whole <= 0 || Math.abs(whole - common) > tolerance) continue;
    const share = (scale(reading) - scale(before.reading)) / whole;
    if (share < 0 || share > 1) continue;
    return placed(before.common + share * common, doubt + Math.abs(whole - common) / 2);
  }
  // Neither clock kept time all the way, but one may have from one of the two ends. The wall clock was set somewhere
  // between, so a time that rests on it alone, across page loads, may be off by as much.
  const wasSet = Math.abs(after.reading.wall - before.reading.wall - common);
  const [fromBefore, fromAfter] = [before, after].map((end) => {
    const { at, uncertainty } = beside(reading, end);
    return placed(at, reading.origin === end.reading.origin ? uncertainty : uncertainty + wasSet);
  }) as [Placed, Placed];
  return fromBefore.uncertainty < fromAfter.uncertainty ? fromBefore : fromAfter;
}

function placed(at: number, uncertainty: number): Placed {
  return { at: epochMs(Math.round(at)), uncertainty: durationMs(Math.ceil(uncertainty)) };
}
