import type { Channel } from '../../../src/telemetry/domain/channels.ts';
import { planeAround } from '../../../src/telemetry/domain/geo.ts';
import type { Samples } from '../../../src/telemetry/domain/recording.ts';

/** Numbers that look random and are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Approximately normal, with a standard deviation of 1. */
function bell(random: () => number): number {
  let sum = -6;
  for (let at = 0; at < 12; at += 1) sum += random();
  return sum;
}

export interface Leg {
  /** Metres from the origin as a function of the distance covered. */
  readonly place: (along: number) => readonly [x: number, y: number];
  /** m/s as a function of the time in seconds. */
  readonly speed: (time: number) => number;
  readonly seconds: number;
  readonly rate: number;
  /** The error of a fix in metres. */
  readonly noise?: number;
  readonly seed?: number;
}

export const ORIGIN = [47.4, 8.5] as const;

/** A run along a course, integrated in small steps so that positions and speed agree. */
export function makeRun({ place, speed, seconds, rate, noise = 0, seed = 1 }: Leg): Samples {
  const plane = planeAround(ORIGIN[0], ORIGIN[1]);
  const random = seeded(seed);
  const count = Math.floor(seconds * rate) + 1;
  const time = Float64Array.from({ length: count }, (_, at) => at / rate);
  const lat = new Float64Array(count);
  const lon = new Float64Array(count);
  let along = 0;
  const inner = Math.max(1, Math.round(20 / rate));
  for (let at = 0; at < count; at += 1) {
    const [x, y] = place(along);
    lat[at] = plane.lat(y + noise * bell(random));
    lon[at] = plane.lon(x + noise * bell(random));
    for (let step = 0; step < inner; step += 1) along += speed((at + (step + 0.5) / inner) / rate) / rate / inner;
  }
  return { time, channels: { lat, lon } };
}

/** A ring with this circumference in metres, from its southernmost point to the east. */
export function ring(around: number): Leg['place'] {
  const radius = around / (2 * Math.PI);
  return (along) => [radius * Math.sin(along / radius), -radius * Math.cos(along / radius)];
}

export const straight: Leg['place'] = (along) => [along * Math.SQRT1_2, along * Math.SQRT1_2];

/** A speed that goes up and down without repeating itself. */
export function wandering(seed: number, mean = 10): Leg['speed'] {
  const random = seeded(seed);
  const waves = Array.from({ length: 9 }, () => [0.03 + random() * 0.5, random() * 7, 0.3 + random()] as const);
  const total = waves.reduce((sum, [, , height]) => sum + height, 0);
  return (time) =>
    mean * (1 + waves.reduce((sum, [pace, phase, height]) => sum + height * Math.sin(pace * time + phase), 0) / total);
}

export function withChannels(samples: Samples, channels: Partial<Record<Channel, Float64Array>>): Samples {
  return { time: samples.time, channels: { ...samples.channels, ...channels } };
}

/** The same samples from one moment to another, with times that begin at 0. */
export function clip({ time, channels }: Samples, from: number, to: number): Samples {
  const kept = [...time.keys()].filter((index) => time[index]! >= from && time[index]! <= to);
  const pick = (values: Float64Array) => Float64Array.from(kept, (index) => values[index]!);
  const picked = Object.entries(channels).map(([name, values]) => [name, pick(values)]);
  return { time: pick(time).map((value) => value - from), channels: Object.fromEntries(picked) };
}
