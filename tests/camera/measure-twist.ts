import {
  calibrate,
  type Calibration,
  LEAST_CORRELATION,
  shiftBetween,
  type Turn,
} from '../../src/domain/camera/calibrate.ts';
import { createFrameClock } from '../../src/domain/camera/frame-clock.ts';
import { createRandom, type Random } from './random.ts';

/** A phone that is twisted left and right before a hedge, and how late its camera and its gyroscope speak. */
export interface Phone {
  readonly name: string;
  readonly fps: number;
  readonly turnsASecond: number;
  readonly exposureMs: number;
  readonly readoutMs: number;
  /** How far stamps of frames lie from their beat, and readings of the gyroscope are late, at random. */
  readonly stampsMs: number;
  readonly readingsMs: number;
  /** Noise of a column of the profile. */
  readonly noise: number;
}

export const PHONES: readonly Phone[] = [
  { name: '60 fps', fps: 60, turnsASecond: 60, exposureMs: 8, readoutMs: 12, stampsMs: 1, readingsMs: 2, noise: 0.3 },
  {
    name: '30 fps, late frames',
    fps: 30,
    turnsASecond: 60,
    exposureMs: 16,
    readoutMs: 18,
    stampsMs: 6,
    readingsMs: 4,
    noise: 0.6,
  },
  {
    name: '24 fps, dark',
    fps: 24,
    turnsASecond: 30,
    exposureMs: 33,
    readoutMs: 25,
    stampsMs: 10,
    readingsMs: 8,
    noise: 1.2,
  },
];

const SECONDS = 4;
const COLUMNS = 160;
const COLUMN_PX = 8;
/** Pixels by which the picture moves for one radian, of an ordinary phone's lens at this width. */
const FOCAL_PX = 900;
const MOMENTS = 5;

export interface Twist {
  readonly calibration: Calibration | undefined;
  /** Found minus true lag, in ms; undefined where the product says 'again'. */
  readonly error: number | undefined;
}

export function measureTwist(phone: Phone, seed: number): Twist {
  const random = createRandom(seed);
  const turning = createTurning(random);
  const cameraMs = random.between(30, 110);
  const gyroscopeMs = random.between(3, 15);
  const turns: Turn[] = [];
  for (let at = -200; at < SECONDS * 1000 + 200; at += (1000 / phone.turnsASecond) * random.between(0.97, 1.03)) {
    const late = gyroscopeMs + Math.abs(random.normal()) * phone.readingsMs;
    turns.push({ at: at + late, rate: turning.rate(at) + random.normal() * 0.00001 });
  }
  turns.sort((one, other) => one.at - other.at);
  const hedge = createHedge(random);
  const clock = createFrameClock();
  const shifts = [];
  let before: { at: number; profile: Float32Array } | undefined;
  const interval = 1000 / phone.fps;
  for (let number = 0; number * interval < SECONDS * 1000; number += 1) {
    const middle = number * interval;
    const profile = expose(phone, hedge, turning.angle, middle, random);
    const { at } = clock.next(middle + cameraMs + random.normal() * phone.stampsMs);
    const by = before && shiftBetween(before.profile, profile);
    if (before !== undefined && by !== undefined) shifts.push({ from: before.at, to: at, by });
    before = { at, profile };
  }
  const calibration = calibrate(shifts, turns);
  // What the gyroscope is late by on average belongs to it, and cannot be seen by anybody.
  const late = gyroscopeMs + phone.readingsMs * Math.sqrt(2 / Math.PI);
  const isSure = calibration !== undefined && calibration.correlation >= LEAST_CORRELATION;
  return { calibration, error: isSure ? calibration.lag - (cameraMs - late) : undefined };
}

/** Radians in a ms at each moment, and their sum. */
function createTurning(random: Random) {
  const waves = Array.from({ length: 6 }, () => ({
    speed: (2 * Math.PI * random.between(0.6, 3.2)) / 1000,
    begin: random.between(0, 2 * Math.PI),
    most: 0.0008 * random.between(0.2, 1),
  }));
  return {
    rate: (at: number): number =>
      waves.reduce((sum, { speed, begin, most }) => sum + most * Math.sin(speed * at + begin), 0),
    angle: (at: number): number =>
      waves.reduce((sum, { speed, begin, most }) => sum - (most / speed) * Math.cos(speed * at + begin), 0),
  };
}

/** How light each pixel of a wide hedge is: bushes and twigs. */
function createHedge(random: Random): (x: number) => number {
  const wide = COLUMNS * COLUMN_PX * 4;
  const waves = Array.from(
    { length: 12 },
    () => [random.between(20, 400), random.between(0, 6), random.between(1, 5)] as const,
  );
  const light = Float32Array.from({ length: wide }, (_, x) =>
    waves.reduce((sum, [length, begin, most]) => sum + most * Math.sin((2 * Math.PI * x) / length + begin), 120),
  );
  return (x) => {
    const place = Math.max(0, Math.min(wide - 2, x + wide / 2));
    const [left, right] = [light[Math.floor(place)]!, light[Math.floor(place) + 1]!];
    return left + (right - left) * (place % 1);
  };
}

/** Means of columns: each row is caught at a moment of its own, and all of them over the exposure. */
function expose(
  { exposureMs, readoutMs, noise }: Phone,
  hedge: (x: number) => number,
  angle: (at: number) => number,
  middle: number,
  random: Random,
): Float32Array {
  const profile = new Float32Array(COLUMNS);
  for (let row = 0; row < MOMENTS; row += 1) {
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const share = (index: number, all: number): number => ((index + 0.5) / MOMENTS - 0.5) * all;
      const moved = FOCAL_PX * angle(middle + share(row, readoutMs) + share(moment, exposureMs));
      for (let column = 0; column < COLUMNS; column += 1) {
        const x = (column - COLUMNS / 2) * COLUMN_PX - moved;
        profile[column]! += (hedge(x + 2) + hedge(x + 6)) / 2 / MOMENTS / MOMENTS;
      }
    }
  }
  return profile.map((value) => value + random.normal() * noise);
}
