import { type EventState, type Tap, timeOf } from '../../../domain/model/state.ts';
import type { EpochMs } from '../../../domain/units.ts';

/** Somebody whom the camera saw crossing, on the common clock. */
export interface SeenCrossing {
  /** On the page's clock: what a tap is made of. */
  readonly moment: number;
  readonly at: EpochMs;
}

/** The camera's time beside a thumb's. */
export interface Offer {
  readonly tap: Tap;
  readonly crossing: SeenCrossing;
  /** How much earlier the camera is, in ms; negative: later. */
  readonly earlier: number;
}

/** A thumb is late by a quarter of a second, and early where it guesses: further away is somebody else. */
const LATEST_MS = 1_500;
const EARLIEST_MS = 700;
/** A time that was taken off the strip this close to a crossing is that crossing's. */
const SAME_MS = 120;

/**
 * For each of this phone's taps at the line the nearest crossing that no other tap is nearer to. What the thumb said stays: a
 * tap that was read off the camera, set by hand or thrown away gets no offer.
 */
export function listOffers(
  { taps }: Pick<EventState, 'taps'>,
  deviceId: string,
  line: string,
  crossings: readonly SeenCrossing[],
  declined: ReadonlySet<string>,
): Offer[] {
  const here = Object.values(taps).filter((tap) => tap.line === line && tap.by.deviceId === deviceId);
  const read = here.filter(({ seen, undone }) => seen !== undefined && !undone).map(timeOf);
  const free = crossings.filter(({ at }) => !read.some((other) => Math.abs(other - at) <= SAME_MS));
  const open = here.filter(
    ({ id, seen, undone, corrected }) => seen === undefined && !undone && corrected === null && !declined.has(id),
  );
  const pairs = open
    .flatMap((tap) => free.map((crossing) => ({ tap, crossing, earlier: timeOf(tap) - crossing.at })))
    .filter(({ earlier }) => earlier <= LATEST_MS && earlier >= -EARLIEST_MS)
    .toSorted((one, other) => Math.abs(one.earlier) - Math.abs(other.earlier));
  const offers: Offer[] = [];
  for (const pair of pairs) {
    if (offers.some(({ tap, crossing }) => tap === pair.tap || crossing === pair.crossing)) continue;
    offers.push(pair);
  }
  return offers.toSorted((one, other) => one.crossing.at - other.crossing.at);
}
