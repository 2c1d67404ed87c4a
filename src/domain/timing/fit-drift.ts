import { type ClockObservation, DRIFT, type Reading } from './clock.ts';

/** Lowest and highest value. */
export type Range = readonly [low: number, high: number];

export interface Fit {
  /** Common time at the reading. */
  readonly common: Range;
  /** Milliseconds of the common clock per millisecond of the monotonic one, less 1. */
  readonly drift: Range;
}

export const ANY_DRIFT: Range = [-DRIFT, DRIFT];
/** Change of a crystal's drift with the temperature, within the hours of a race. */
const WANDER = 2e-6;
/** The server's clock and the clocks of some browsers have whole milliseconds: half of one either way. */
const TICK_MS = 0.5;
/**
 * Half a round trip is the bound only if one way could take no time at all. The quickest of many exchanges has hardly any
 * waiting in it, and neither of its ways takes more than three times as long as the other.
 */
const EVEN = 0.5;
/** A phone with one observation has not seen its quickest exchange yet. */
const EVEN_OF_ONE = 0.2;
/** Share of an exchange's asymmetry that stays the same from one exchange to the next, and therefore makes no drift. */
const STEADY = 0.9;

/** A pair of offset and drift, as a corner of the area of all pairs that agree with the observations. */
interface Corner {
  readonly offset: number;
  readonly drift: number;
}

/**
 * All straight lines through the intervals of the observations, at the moment of a reading of the same page load. Every
 * observation is an interval that holds the true time, so that any other line is wrong: the quickest exchanges and the
 * two ends of a gap leave few lines.
 */
export function fitDrift(reading: Reading, observations: readonly ClockObservation[], drift: Range = ANY_DRIFT): Fit {
  const base = observations[0]!.common - observations[0]!.reading.monotonic;
  const shortest = Math.min(...observations.map(({ uncertainty }) => uncertainty));
  const distances = observations.map(({ reading: { monotonic } }) => monotonic - reading.monotonic);
  const [before, after] = [distances.filter((away) => away < 0), distances.filter((away) => away >= 0)];
  const [lastBefore, firstAfter] = [Math.max(...before), Math.min(...after)];
  const intervals = observations
    .map(({ reading: { monotonic }, common, uncertainty }) => {
      const away = monotonic - reading.monotonic;
      const beyond = Math.abs(away - (away < 0 ? lastBefore : firstAfter));
      const width = uncertainty - STEADY * shortest + TICK_MS + WANDER * beyond;
      return { away, offset: common - monotonic - base, width };
    })
    // The most exact come first: where two contradict each other, the other is left out.
    .toSorted((one, other) => reachOf(one) - reachOf(other));
  const { away, offset, width } = intervals[0]!;
  let area: Corner[] = [
    { drift: drift[0], offset: offset - drift[0] * away + width },
    { drift: drift[1], offset: offset - drift[1] * away + width },
    { drift: drift[1], offset: offset - drift[1] * away - width },
    { drift: drift[0], offset: offset - drift[0] * away - width },
  ];
  let doubt = 0;
  const even = EVEN - (EVEN - EVEN_OF_ONE) / observations.length;
  for (const interval of intervals.slice(1)) {
    const over = (corner: Corner) => corner.offset + corner.drift * interval.away - interval.offset - interval.width;
    const under = (corner: Corner) => interval.offset - interval.width - corner.offset - corner.drift * interval.away;
    const left = cut(cut(area, over), under);
    if (left.length > 0) area = left;
    else doubt = Math.max(doubt, Math.min(...area.map((corner) => Math.max(over(corner), under(corner)))));
  }
  const offsets = area.map((corner) => corner.offset);
  const drifts = area.map((corner) => corner.drift);
  const at = base + reading.monotonic;
  const nearest = Math.min(Math.abs(lastBefore), Math.abs(firstAfter));
  const margin = (STEADY - even) * shortest + TICK_MS + WANDER * nearest + doubt;
  return {
    common: [at + Math.min(...offsets) - margin, at + Math.max(...offsets) + margin],
    drift: [Math.min(...drifts), Math.max(...drifts)],
  };
}

/** Drift of a page load or of a time between two sleeps, for another one of the same device. */
export function carryDrift([low, high]: Range): Range {
  return [Math.max(-DRIFT, low - WANDER), Math.min(DRIFT, high + WANDER)];
}

const reachOf = ({ away, width }: { readonly away: number; readonly width: number }): number =>
  width + DRIFT * Math.abs(away);

/** The part of a convex area where `over` is not positive. */
function cut(area: readonly Corner[], over: (corner: Corner) => number): Corner[] {
  const kept: Corner[] = [];
  let corner = area.at(-1);
  if (corner === undefined) return kept;
  let here = over(corner);
  for (const next of area) {
    const there = over(next);
    if (here <= 0 !== there <= 0) {
      const share = here / (here - there);
      const drift = corner.drift + share * (next.drift - corner.drift);
      kept.push({ drift, offset: corner.offset + share * (next.offset - corner.offset) });
    }
    if (there <= 0) kept.push(next);
    [corner, here] = [next, there];
  }
  return kept;
}
