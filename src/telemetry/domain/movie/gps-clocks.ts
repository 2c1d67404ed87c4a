import { type EpochMs, epochMs } from '../../../domain/units.ts';
import type { ClockFact, ClockMethod } from '../recording.ts';

/** A moment in the movie, and UTC at that moment. */
export interface Moment {
  /** Seconds in the movie. */
  readonly time: number;
  readonly utc: number;
}

/** Uncertainty of samples: points lie evenly in their payload by assumption only, and the receiver reports late. */
const SAMPLE_DOUBT = 0.2;
/** Uncertainty of payloads: their time is noted when they are written, seen 1.4 s behind that of the first point. */
const PAYLOAD_DOUBT = 1.5;
/** Uncertainty of the creation time: the camera shows local time and notes no time zone. */
const CREATION_DOUBT = 14 * 3600;
const SPREAD_OF_NORMAL = 1.4826;
const MOST_SPREADS = 4;
const LEAST_SLOPES = 3;

/**
 * UTC at time 0 by the moments: their median, so that a time from before the receiver knew better does no harm. Where
 * movie and UTC plainly drift apart (a time lapse, slow motion, a track with invented times) it is taken from the line
 * through the moments, and their drift is added to the uncertainty: no single offset is right for such a movie.
 */
function fitClock(method: ClockMethod, moments: readonly Moment[], doubt: number): ClockFact | null {
  const known = moments
    .map(({ time, utc }) => ({ time, offset: utc / 1000 - time }))
    .filter(({ offset }) => offset > 0 && Number.isFinite(offset));
  if (known.length === 0) return null;
  const drift = findDrift(known);
  const parted = Math.abs(drift) * (known.at(-1)!.time - known[0]!.time);
  const line = centre(known.map(({ time, offset }) => offset - drift * time));
  if (parted > MOST_SPREADS * line.spread && line.middle > 0) {
    return { method, at: toEpoch(line.middle), uncertaintySeconds: doubt + line.spread + parted };
  }
  const { middle, spread } = centre(known.map(({ offset }) => offset));
  return { method, at: toEpoch(middle), uncertaintySeconds: doubt + spread };
}

const toEpoch = (seconds: number): EpochMs => epochMs(Math.round(seconds * 1000));

/** Seconds gained in each second: the median over pairs of moments half the recording apart. */
function findDrift(known: readonly { readonly time: number; readonly offset: number }[]): number {
  const half = known.length >> 1;
  const slopes = known.slice(half).flatMap((later, index) => {
    const { time, offset } = known[index]!;
    return later.time > time ? [(later.offset - offset) / (later.time - time)] : [];
  });
  return slopes.length < LEAST_SLOPES ? 0 : median(slopes);
}

function centre(values: readonly number[]): { readonly middle: number; readonly spread: number } {
  const middle = median(values);
  return { middle, spread: SPREAD_OF_NORMAL * median(values.map((value) => Math.abs(value - middle))) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The most trusted clock comes first. */
export function findClocks(
  ofSamples: readonly Moment[],
  ofPayloads: readonly Moment[],
  creationTime: EpochMs | null,
): ClockFact[] {
  const created = creationTime === null ? [] : [{ time: 0, utc: creationTime }];
  return [
    fitClock('sample-time', ofSamples, SAMPLE_DOUBT),
    fitClock('payload-time', ofPayloads, PAYLOAD_DOUBT),
    fitClock('creation-time', created, CREATION_DOUBT),
  ].filter((fact) => fact !== null);
}
