import type { Chance } from './chance.ts';
import type { Sport } from './sports.ts';

/** Metres: the ball that docs/spec/telemetry.md (DG1) measures on. */
const EARTH = 6_371_008.8;
const TO_DEGREES = 180 / Math.PI;
/** Seconds between two steps of the movement. */
const FINE = 0.1;
/** m/s, from which on somebody moves (DG7). */
const MOVING = 0.5;

/** A stretch of time without samples: `isPause` where the recorder was stopped by hand, else the signal was lost. */
interface Hole {
  readonly from: number;
  readonly to: number;
  readonly isPause: boolean;
}

/** Where somebody truly was. */
interface Place {
  readonly lat: number;
  readonly lon: number;
  /** m/s along the way. */
  readonly speed: number;
  /** Metres from the beginning. */
  readonly way: number;
  /** Seconds in motion from the beginning. */
  readonly moving: number;
}

export interface Movement {
  readonly seconds: number;
  readonly holes: readonly Hole[];
  /** How often somebody came to a stand. */
  readonly stands: number;
  at(this: void, time: number): Place;
}

interface Knot {
  readonly time: number;
  readonly speed: number;
}

interface MovementPlan {
  readonly sport: Sport;
  /** Seconds of one sample. */
  readonly step: number;
  readonly seconds: number;
  readonly stops: number;
  readonly pauses: number;
  readonly losses: number;
}

/**
 * A ride of phases at an even speed. Each lasts at least four samples: a speed that was held for less no reader can know
 * at that rate.
 */
function planSpeed(chance: Chance, plan: MovementPlan) {
  const { sport, step } = plan;
  const hold = Math.max(6, 4 * step);
  const least = Math.max(plan.seconds, hold * 8);
  const events = [
    ...Array.from({ length: plan.stops }, () => 'stop' as const),
    ...Array.from({ length: plan.pauses }, () => 'pause' as const),
    ...Array.from({ length: plan.losses }, () => 'loss' as const),
  ].map((kind) => ({ kind, after: chance.between(0.1, 0.85) * least }));
  events.sort((one, other) => one.after - other.after);
  const holes: Hole[] = [];
  const anySpeed = () => chance.between(sport.slowest, sport.fastest);
  let stands = 0;
  let time = 0;
  let speed = chance.is(0.4) ? 0 : anySpeed();
  const knots: Knot[] = [{ time, speed }];
  const stay = (seconds: number) => {
    time += seconds;
    knots.push({ time, speed });
  };
  const reach = (target: number) => {
    const ramp = Math.max(2, step, (1.6 * Math.abs(target - speed)) / sport.acceleration);
    speed = target;
    stay(ramp);
  };
  while (time < least || events.length > 0) {
    const event = events[0] !== undefined && events[0].after <= time ? events.shift()!.kind : null;
    if (event === 'stop') {
      reach(0);
      stay(chance.between(10, 40) + 3 * step);
      stands += 1;
    } else if (event === 'pause') {
      reach(0);
      stay(3 + step);
      const from = time;
      stay(chance.between(15, 300) + 3 * step);
      holes.push({ from, to: time, isPause: true });
      stay(3 + step);
      stands += 1;
    } else {
      reach(anySpeed());
      stay(chance.between(1, 4) * hold);
      if (event === 'loss') {
        const from = time;
        stay(chance.between(12, 60) + 2 * step);
        holes.push({ from, to: time, isPause: false });
        stay(hold);
      }
    }
  }
  return { knots, holes, stands, seconds: time };
}

/** Between two knots the speed follows half a wave, so that nothing jerks. */
function createSpeed(knots: readonly Knot[]) {
  let at = 0;
  return (time: number) => {
    while (at < knots.length - 2 && knots[at + 1]!.time <= time) at += 1;
    const [one, other] = [knots[at]!, knots[at + 1]!];
    const part = Math.min(1, Math.max(0, (time - one.time) / (other.time - one.time)));
    return one.speed + ((other.speed - one.speed) * (1 - Math.cos(Math.PI * part))) / 2;
  };
}

/** Turns that swing from side to side, never narrower than the sport takes them. */
function createCurve(chance: Chance, { turn }: Sport) {
  const waves = [3, 7, 19].map((width) => ({
    length: turn * width * chance.between(0.8, 1.2),
    shift: chance.next() * 6,
  }));
  // Some ways are straight, some wind all the time.
  const bend = chance.between(0.05, 1) ** 2;
  return (way: number, speed: number) => {
    const sum = waves.reduce((all, { length, shift }) => all + Math.sin(way / length + shift), 0) / waves.length;
    const most = Math.min(1 / turn, 4 / Math.max(1, speed * speed));
    return sum * most * bend;
  };
}

export function createMovement(chance: Chance, plan: MovementPlan): Movement {
  const { knots, holes, stands, seconds } = planSpeed(chance, plan);
  const speedAt = createSpeed(knots);
  const curveAt = createCurve(chance, plan.sport);
  const count = Math.ceil(seconds / FINE) + 2;
  const [lats, lons, speeds, ways, moved] = Array.from({ length: 5 }, () => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  lats[0] = chance.between(-55, 65);
  // The date line is as good a place as any other.
  lons[0] = chance.is(0.03) ? chance.pick([-1, 1]) * 179.999 : chance.between(-179, 179);
  let heading = chance.next() * 2 * Math.PI;
  speeds[0] = speedAt(0);
  for (let at = 1; at < count; at += 1) {
    const speed = speedAt(at * FINE);
    const step = ((speed + speeds[at - 1]!) / 2) * FINE;
    heading += curveAt(ways[at - 1]!, speed) * step;
    const lat = lats[at - 1]!;
    lats[at] = lat + ((Math.cos(heading) * step) / EARTH) * TO_DEGREES;
    lons[at] = lons[at - 1]! + ((Math.sin(heading) * step) / EARTH / Math.cos(lat / TO_DEGREES)) * TO_DEGREES;
    speeds[at] = speed;
    ways[at] = ways[at - 1]! + step;
    moved[at] = moved[at - 1]! + (speed >= MOVING ? FINE : 0);
  }
  return {
    seconds,
    holes,
    stands,
    at: (time) => {
      const index = Math.min(count - 2, Math.floor(time / FINE));
      const part = time / FINE - index;
      const mix = (values: Float64Array) => values[index]! + (values[index + 1]! - values[index]!) * part;
      return { lat: mix(lats), lon: mix(lons), speed: mix(speeds), way: mix(ways), moving: mix(moved) };
    },
  };
}

/** Metres between two places. */
export function metresBetween(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const [north, south] = [a.lat / TO_DEGREES, b.lat / TO_DEGREES];
  const east = ((((b.lon - a.lon + 540) % 360) + 360) % 360) - 180;
  const half = Math.sin((south - north) / 2) ** 2;
  const chord = half + Math.cos(north) * Math.cos(south) * Math.sin(east / TO_DEGREES / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** A place so many metres to the north and to the east of another. */
export function moveBy(place: { lat: number; lon: number }, north: number, east: number) {
  const lat = place.lat + (north / EARTH) * TO_DEGREES;
  const lon = place.lon + (east / EARTH / Math.cos(place.lat / TO_DEGREES)) * TO_DEGREES;
  return { lat, lon: ((((lon + 180) % 360) + 360) % 360) - 180 };
}

/** Heights along the way: slopes of half a wave, with level ground between them. */
export function createHeights(chance: Chance, { slope }: Sport, way: number, leastHill: number) {
  const base = chance.between(5, 1_800);
  const knots = [{ way: 0, height: base }];
  const hills = chance.whole(1, 8);
  const steep = slope * chance.between(0.4, 1);
  const length = way / (hills + 1) / 1.15;
  const rise = (steep * length * 2) / Math.PI;
  if (rise >= leastHill) {
    let at = length / 3;
    let height = base;
    while (at + length < way) {
      knots.push({ way: at, height });
      height += height < 200 + rise ? rise : rise * chance.pick([-1, 1]);
      knots.push({ way: at + length, height });
      at += length * 1.15;
    }
  }
  return (at: number) => {
    const next = knots.findIndex((knot) => knot.way > at);
    if (next <= 0) return knots.at(next < 0 ? -1 : 0)!.height;
    const [one, other] = [knots[next - 1]!, knots[next]!];
    const part = (at - one.way) / (other.way - one.way);
    return one.height + ((other.height - one.height) * (1 - Math.cos(Math.PI * part))) / 2;
  };
}
