import type { DurationMs, EpochMs } from '../units.ts';

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

/** Observation that the common clock said `common` at `reading`, give or take `uncertainty`. */
export interface ClockObservation {
  readonly reading: Reading;
  readonly common: number;
  readonly uncertainty: number;
}

/** The nearest observation on each side of a reading. */
export interface Around {
  readonly before: ClockObservation | undefined;
  readonly after: ClockObservation | undefined;
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

/** A crystal that is off by more than this is broken. */
export const DRIFT = 100e-6;
/** Two clocks are read one after the other, and browsers round what they say. */
export const JITTER_MS = 10;

/** The four-timestamp exchange: both ways are assumed to take equally long. */
export function observeExchange({ sent, serverReceived, serverSent, received }: Exchange): ClockObservation {
  const roundTrip = received.monotonic - sent.monotonic - (serverSent - serverReceived);
  return { reading: received, common: serverSent + roundTrip / 2, uncertainty: Math.max(0, roundTrip / 2) };
}

/**
 * Joins the exchanges of a burst into one observation: each gives an interval that holds the true time, and their intersection
 * is shorter than any of them, because the quickest way there and the quickest way back need not be of one exchange.
 */
export function combineBurst(burst: readonly ClockObservation[]): ClockObservation | undefined {
  const last = burst.at(-1);
  if (last === undefined) return undefined;
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { reading, common, uncertainty } of burst) {
    const elapsed = last.reading.monotonic - reading.monotonic;
    const doubt = uncertainty + DRIFT * elapsed;
    low = Math.max(low, common + elapsed - doubt);
    high = Math.min(high, common + elapsed + doubt);
  }
  // Whole milliseconds of the server's clock can make two quick exchanges contradict each other.
  return { reading: last.reading, common: (low + high) / 2, uncertainty: Math.max(0, (high - low) / 2) };
}

/** True when the two clocks have moved apart since `earlier`: the device slept, or a clock was set. Measure again. */
export function haveClocksParted(earlier: Reading, later: Reading): boolean {
  if (earlier.origin !== later.origin) return true;
  const wall = later.wall - earlier.wall;
  const monotonic = later.monotonic - earlier.monotonic;
  return Math.abs(wall - monotonic) > JITTER_MS + DRIFT * Math.abs(monotonic);
}
