import { bearing, distanceBetween, planeAround } from '../geo.ts';
import { segmentsOf } from '../segments.ts';
import { interpolate, type Track } from './track.ts';

/** A line across the course, as in the protocol: crossed forwards by a run along its heading. */
export interface Gate {
  readonly at: [lat: number, lon: number];
  /** Degrees clockwise from north. */
  readonly heading: number;
  /** Metres to each side. */
  readonly halfWidth: number;
}

const DEFAULT_HALF_WIDTH = 15;

export interface Crossing {
  /** Seconds on the run's timeline, interpolated. */
  readonly time: number;
  /** Metres from the run's first fix. */
  readonly distance: number;
  readonly direction: 'forward' | 'backward';
  /** The index in the track of the fix before the crossing. */
  readonly before: number;
}

/** Metres on either side of a gate over which the heading is measured: over less it would be the receiver's jitter. */
const HEADING_METRES = 8;
/** Distance of a gate from the first fix: at the very first fix the run that it was made from would never cross it. */
const INSIDE_METRES = 10;
/** Half widths that a run must have been away from the gate: a nearer one is still at the gate, and makes no lap. */
const AWAY = 3;

/** A gate across the track at one of its fixes, with the track's heading there. */
export function gateAt(track: Track, fix: number, halfWidth = DEFAULT_HALF_WIDTH): Gate {
  return gateAtDistance(track, track.distance[fix]!, halfWidth);
}

/** A gate at a time of the run: for example the start of a lap of the file. Null outside the run. */
export function gateAtTime(track: Track, time: number, halfWidth = DEFAULT_HALF_WIDTH): Gate | null {
  if (track.time.length < 2 || !(time >= track.time[0]! && time <= track.time.at(-1)!)) return null;
  return gateAtDistance(track, interpolate(track.time, track.distance, time), halfWidth);
}

/** Gates a few metres inside both ends of the whole run; null when the run did not move. */
export function gatesOfRun(track: Track, halfWidth = DEFAULT_HALF_WIDTH): { start: Gate; finish: Gate } | null {
  const length = track.distance.at(-1) ?? 0;
  if (!(length > 0)) return null;
  const inside = Math.min(INSIDE_METRES, length / 4);
  return { start: gateAtDistance(track, inside, halfWidth), finish: gateAtDistance(track, length - inside, halfWidth) };
}

function gateAtDistance(track: Track, distance: number, halfWidth: number): Gate {
  const lat = interpolate(track.distance, track.lat, distance);
  const lon = interpolate(track.distance, track.lon, distance);
  const before = Math.max(0, distance - HEADING_METRES);
  const after = Math.min(track.distance.at(-1)!, distance + HEADING_METRES);
  const [fromLat, fromLon] = [
    interpolate(track.distance, track.lat, before),
    interpolate(track.distance, track.lon, before),
  ];
  const [toLat, toLon] = [interpolate(track.distance, track.lat, after), interpolate(track.distance, track.lon, after)];
  return { at: [lat, lon], heading: bearing(fromLat, fromLon, toLat, toLon), halfWidth };
}

/** Every crossing of the line between a gate's ends, in order. */
export function crossings(track: Track, gate: Gate): Crossing[] {
  const plane = planeAround(gate.at[0], gate.at[1]);
  const sin = Math.sin((gate.heading * Math.PI) / 180);
  const cos = Math.cos((gate.heading * Math.PI) / 180);
  const found: Crossing[] = [];
  for (const [from, to] of segmentsOf(track.time.length, track.breaks)) {
    let lastAhead = NaN;
    let lastAside = NaN;
    for (let fix = from; fix < to; fix += 1) {
      const x = plane.x(track.lon[fix]!);
      const y = plane.y(track.lat[fix]!);
      const ahead = x * sin + y * cos;
      const aside = x * cos - y * sin;
      if (lastAhead < 0 !== ahead < 0 && !Number.isNaN(lastAhead)) {
        const part = lastAhead / (lastAhead - ahead);
        if (Math.abs(lastAside + (aside - lastAside) * part) <= gate.halfWidth) {
          const between = (values: Float64Array) => values[fix - 1]! + (values[fix]! - values[fix - 1]!) * part;
          found.push({
            time: between(track.time),
            distance: between(track.distance),
            direction: lastAhead < 0 ? 'forward' : 'backward',
            before: fix - 1,
          });
        }
      }
      lastAhead = ahead;
      lastAside = aside;
    }
  }
  return found;
}

/** A stretch of a run's timeline. */
export interface Lapse {
  readonly from: number;
  readonly to: number;
}

/**
 * Every stretch from the start gate to the next crossing of the finish gate; the same gate twice makes laps. A run that
 * crosses the start again before the finish starts anew, also when it moves to and fro on the line.
 */
export function lapsBetween(track: Track, start: Gate, finish: Gate): Lapse[] {
  const isForward = ({ direction }: Crossing) => direction === 'forward';
  const starts = crossings(track, start).filter(isForward);
  const finishes = crossings(track, finish).filter(isForward);
  const isOneGate = distanceBetween(...start.at, ...finish.at) < Math.min(start.halfWidth, finish.halfWidth);
  const laps: Lapse[] = [];
  for (const { time: to, before } of finishes) {
    const begin = starts.findLast(({ time }) => time < to);
    if (begin === undefined || laps.some((lap) => lap.from === begin.time)) continue;
    if (isOneGate && !wasAway(track, start, begin.before + 1, before)) continue;
    laps.push({ from: begin.time, to });
  }
  return laps;
}

function wasAway(track: Track, { at, halfWidth }: Gate, first: number, last: number): boolean {
  for (let fix = first; fix <= last; fix += 1) {
    if (distanceBetween(at[0], at[1], track.lat[fix]!, track.lon[fix]!) > AWAY * halfWidth) return true;
  }
  return false;
}
