import { createRandom, type Random } from './random.ts';

/** A picture of 1280 x 720 in which a metre is 110 pixels wide, and the line is its middle. */
export const SCENE = { width: 1280, height: 720, metre: 110, line: 640 } as const;

export interface Film {
  readonly name: string;
  readonly fps: number;
  readonly seed: number;
  /** Crossings wanted; a film of more is cut after the last. */
  readonly crossings: number;
  readonly speeds?: readonly [number, number];
  /** Seconds from one rider, or bunch, to the next. */
  readonly gaps?: readonly [number, number];
  /** Share of riders with another close behind, and the seconds between the back of one and the front of the next. */
  readonly tail?: number;
  readonly tailGaps?: readonly [number, number];
  /** Riders side by side and wheel to wheel, in place of one. */
  readonly bunch?: number;
  readonly isRunning?: boolean;
  readonly exposureMs?: number;
  /** Milliseconds from the first row of the picture to the last, of a phone that lies on its side. */
  readonly readoutMs?: number;
  readonly light?: number;
  readonly clouds?: number;
  readonly noise?: number;
  readonly shakePx?: number;
  readonly raindrops?: number;
}

export interface Rider {
  /** Seconds at which the foremost part is at the line. */
  readonly at: number;
  readonly speed: number;
  readonly direction: 1 | -1;
  readonly length: number;
  readonly height: number;
  readonly light: number;
  readonly ground: number;
  readonly step: number;
}

export function createRiders(film: Film): Rider[] {
  const random = createRandom(film.seed);
  const [slowest, fastest] = film.speeds ?? [3, 15];
  const [shortest, longest] = film.gaps ?? [3, 6];
  const riders: Rider[] = [];
  const add = (at: number, speed: number, ground = SCENE.height * 0.86 - random.between(0, 40)) =>
    riders.push(createRider(film, random, at, speed, ground));
  for (let at = 3; riders.length < film.crossings; at += random.between(shortest, longest)) {
    const speed = random.between(slowest, fastest);
    add(at, speed);
    if (film.tail !== undefined && random.next() < film.tail) {
      at += random.between(...(film.tailGaps ?? [0.12, 0.5])) + riders.at(-1)!.length / speed;
      add(at, speed * random.between(0.98, 1.02));
    }
    for (let more = 1; more < (film.bunch ?? 1); more += 1) {
      at += random.between(0.02, 0.35);
      add(at, speed * random.between(0.98, 1.02), SCENE.height * random.between(0.8, 0.95));
    }
  }
  return riders.slice(0, film.crossings);
}

const createRider = (film: Film, random: Random, at: number, speed: number, ground: number): Rider => ({
  at,
  speed,
  direction: 1,
  length: film.isRunning ? 0.55 : 1.7,
  height: film.isRunning ? 1.75 : 1.8,
  light: random.next() < 0.5 ? random.between(40, 80) : random.between(150, 240),
  ground,
  step: random.between(0, 6),
});

/** How light a rider is at a pixel at a moment; undefined beside the rider. */
export function lightOf(rider: Rider, isRunning: boolean, x: number, y: number, seconds: number): number | undefined {
  const { metre, line } = SCENE;
  const behind = (line + rider.direction * (seconds - rider.at) * rider.speed * metre - x) * rider.direction;
  const [length, height] = [rider.length * metre, rider.height * metre];
  const up = rider.ground - y;
  if (behind < 0 || behind > length || up < 0 || up > height) return undefined;
  return isRunning
    ? lightOfRunner(rider, behind, up, length, height, seconds)
    : lightOfCyclist(rider, behind, up, length, height);
}

function lightOfRunner(
  rider: Rider,
  behind: number,
  up: number,
  length: number,
  height: number,
  seconds: number,
): number | undefined {
  if (up > height * 0.82) return behind > length * 0.25 && behind < length * 0.75 ? rider.light + 25 : undefined;
  if (up > height * 0.45) return behind < length * 0.9 ? rider.light : undefined;
  const leg = Math.sin(seconds * 9 + rider.step) * length * 0.45 * (1 - up / (height * 0.45));
  const isLeg = Math.abs(behind - length * 0.5 - leg) < 9 || Math.abs(behind - length * 0.5 + leg) < 9;
  return isLeg ? 60 : undefined;
}

const WHEEL = 0.34 * SCENE.metre;
const THINNEST_RIM = 0.86 * WHEEL;

function lightOfCyclist(rider: Rider, behind: number, up: number, length: number, height: number): number | undefined {
  const [x, y] = [behind / length, up / height];
  const fromHub = Math.hypot(Math.min(Math.abs(behind - WHEEL), Math.abs(behind - length + WHEEL)), up - WHEEL);
  if (fromHub < WHEEL && fromHub > THINNEST_RIM) return 30;
  if (y > 0.5 && y < 0.86 && x > 0.25 && x < 0.75) return rider.light;
  if (y > 0.86 && x > 0.28 && x < 0.46) return 60;
  if (y > 0.2 && y < 0.5 && x > 0.35 && x < 0.65) return rider.light * 0.7;
  return undefined;
}

const texture = (() => {
  const random = createRandom(99);
  return Float32Array.from({ length: 1400 * 760 }, () => 18 * (random.next() - 0.5));
})();

/** The empty road: sky, hedge with posts, tarmac. */
export function lightOfRoad(x: number, y: number): number {
  const ground = y < SCENE.height * 0.35 ? 170 : y < SCENE.height * 0.8 ? 110 : 135;
  const column = Math.max(0, Math.min(1399, Math.floor(x + 60)));
  const row = Math.max(0, Math.min(759, Math.floor(y + 20)));
  const isPost = ((x % 90) + 90) % 90 < 5 && y > SCENE.height * 0.3 && y < SCENE.height * 0.6;
  const waves = 14 * Math.sin(x * 0.11 + y * 0.013) * Math.cos(y * 0.07);
  return ground + waves + texture[row * 1400 + column]! + (isPost ? -50 : 0);
}
