import { type DurationMs, durationMs, epochMs } from '../units.ts';
import { observationsAround } from './around.ts';
import {
  type Around,
  type ClockObservation,
  DRIFT,
  haveClocksParted,
  JITTER_MS,
  type Placed,
  type Reading,
} from './clock.ts';
import { ANY_DRIFT, carryDrift, fitDrift, type Range } from './fit-drift.ts';

/** Uncertainty without any observation, by the device's own clock: an hour is a usual mistake of zone or season. */
export const UNMEASURED: DurationMs = durationMs(3_600_000);

/**
 * Places a reading on the common clock, by the monotonic clock where it kept time: between the observations before and
 * after the reading, or from one side where the device slept on the other. The reading itself is never changed.
 */
export function placeReading(reading: Reading, observations: readonly ClockObservation[]): Placed {
  const { before, after } = observationsAround(reading, observations);
  const [earlier, later] = [steadyRun(before.own), steadyRun(after.own)];
  if (earlier.length > 0 && later.length > 0 && keptTime(earlier[0]!, later[0]!)) {
    return fit(reading, [...earlier, ...later]);
  }
  const drift = knownDrift([earlier, later, steadyRun(before.others), steadyRun(after.others)]);
  const sides = [earlier, later].filter(([next]) => next !== undefined && !haveClocksParted(next.reading, reading));
  const candidates = sides.map((side) => fit(reading, side, drift));
  const nearest: Around = { before: before.own[0] ?? before.others[0], after: after.own[0] ?? after.others[0] };
  const all = [...before.own, ...before.others, ...after.own, ...after.others];
  if (nearest.before !== undefined && nearest.after !== undefined) {
    candidates.push(between(reading, nearest.before, nearest.after, all));
  } else if (candidates.length === 0) {
    const only = nearest.before ?? nearest.after;
    candidates.push(only === undefined ? placed(reading.wall, UNMEASURED) : beside(reading, only, all));
  }
  return candidates.reduce((best, other) => (other.uncertainty < best.uncertainty ? other : best));
}

/** The first observations of a list, as long as they are of one page load and its monotonic clock did not stop. */
function steadyRun(observations: readonly ClockObservation[]): readonly ClockObservation[] {
  const end = observations.findIndex((each, index) => index > 0 && !keptTime(observations[index - 1]!, each));
  return end === -1 ? observations : observations.slice(0, end);
}

/** True where the monotonic clock went with the common one from one observation to the other. */
function keptTime(one: ClockObservation, other: ClockObservation): boolean {
  if (one.reading.origin !== other.reading.origin) return false;
  const common = other.common - one.common;
  const tolerance = one.uncertainty + other.uncertainty + JITTER_MS + DRIFT * Math.abs(common);
  return Math.abs(other.reading.monotonic - one.reading.monotonic - common) <= tolerance;
}

/** Largest step by which the wall clock was set between these observations; 0 where it went with the common clock. */
function wallStep(observations: readonly ClockObservation[]): number {
  const offsets = observations.map(({ reading, common }) => common - reading.wall);
  const times = observations.map(({ common }) => common);
  const step = Math.max(...offsets) - Math.min(...offsets);
  const doubt = 2 * Math.max(...observations.map(({ uncertainty }) => uncertainty));
  const drifted = DRIFT * (Math.max(...times) - Math.min(...times));
  return step > doubt + JITTER_MS + drifted ? step + doubt + drifted : 0;
}

/** A crystal keeps its drift through sleep and page loads: the time that tells it best counts for the others too. */
function knownDrift(runs: readonly (readonly ClockObservation[])[]): Range {
  let known = ANY_DRIFT;
  for (const run of runs) {
    if (run.length < 2) continue;
    const drift = carryDrift(fitDrift(run[0]!.reading, run).drift);
    if (drift[1] - drift[0] < known[1] - known[0]) known = drift;
  }
  return known;
}

function fit(reading: Reading, run: readonly ClockObservation[], drift?: Range): Placed {
  const [low, high] = fitDrift(reading, run, drift).common;
  return placed((low + high) / 2, (high - low) / 2);
}

/**
 * Places a reading by one observation. Where the two clocks have parted, a clock that stopped is likelier than one that was
 * set: the clock that ran further is believed, and the uncertainty reaches to the other. Where the other observations show
 * that the wall clock was set as well, the uncertainty is larger by as much: with a sleep in the same gap, both clocks are
 * wrong.
 */
function beside(reading: Reading, observation: ClockObservation, all: readonly ClockObservation[]): Placed {
  const byWall = observation.common + (reading.wall - observation.reading.wall);
  if (reading.origin !== observation.reading.origin) {
    const drifted = DRIFT * Math.abs(reading.wall - observation.reading.wall);
    // A reading of another page load may be from before or after a clock was set, whatever the wall clock says.
    return placed(byWall, observation.uncertainty + drifted + JITTER_MS + wallStep(all));
  }
  const elapsed = reading.monotonic - observation.reading.monotonic;
  const byMonotonic = observation.common + elapsed;
  const doubt = observation.uncertainty + DRIFT * Math.abs(elapsed);
  if (!haveClocksParted(observation.reading, reading)) return placed(byMonotonic, doubt);
  const isLater = elapsed >= 0;
  const furthest = isLater ? Math.max(byWall, byMonotonic) : Math.min(byWall, byMonotonic);
  const step = wallStep(
    all.filter(({ common }) => common === observation.common || common > observation.common === isLater),
  );
  return placed(furthest, doubt + Math.abs(byWall - byMonotonic) + step);
}

/** Two observations: the clock that kept time between them is the one to interpolate on. */
function between(
  reading: Reading,
  before: ClockObservation,
  after: ClockObservation,
  all: readonly ClockObservation[],
): Placed {
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
  // Neither clock kept time all the way, but one may have from one of the two ends.
  const [fromBefore, fromAfter] = [beside(reading, before, all), beside(reading, after, all)];
  return fromBefore.uncertainty < fromAfter.uncertainty ? fromBefore : fromAfter;
}

function placed(at: number, uncertainty: number): Placed {
  return { at: epochMs(Math.round(at)), uncertainty: durationMs(Math.ceil(uncertainty)) };
}
