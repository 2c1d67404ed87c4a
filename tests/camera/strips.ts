import { STRIP, STRIP_CELLS } from '../../src/domain/camera/strip.ts';
import { createRandom } from './random.ts';
import { createRiders, type Film, lightOf, lightOfRoad, type Rider, SCENE } from './scene.ts';

const CELL = { width: 8, height: SCENE.height / STRIP.rows } as const;
const LEFT = SCENE.line - (STRIP.columns * CELL.width) / 2;
/** Moments of an exposure: what moves is smeared over them. */
const MOMENTS = 3;
/** Sensor noise of a pixel, as the mean of a cell has it. */
const NOISE_SHARE = 1 / 3;
const SHAKES_A_SECOND = 120;

/** Noise of a pixel, over and over: drawing it anew for each took most of the time of a film. */
const NOISE = (() => {
  const random = createRandom(7);
  const once = (): number => 2 * (random.next() + random.next() + random.next() - 1.5);
  return Float32Array.from({ length: 1 << 16 }, once);
})();

export interface RenderedFilm {
  readonly frames: number;
  readonly riders: readonly Rider[];
  /** The strip of a frame; the frame begins to be exposed at `number / fps` seconds. Frames are drawn in order. */
  draw(number: number): Uint8Array;
  /** Whom of these a person sees at the line in the same frame, after `draw`: what the photo finish shows of it. */
  seenAtLine(number: number, among: readonly Rider[]): Rider[];
}

/** Renders what the strip of each frame shows straight from the scene: a whole picture would take a hundred times as long. */
export function renderFilm(film: Film): RenderedFilm {
  const riders = createRiders(film);
  const seconds = riders.at(-1)!.at + 3;
  const random = createRandom(film.seed * 77 + 1);
  const exposure = (film.exposureMs ?? 4) / 1000;
  const readout = (film.readoutMs ?? 0) / 1000;
  const noise = (film.noise ?? 2) * NOISE_SHARE;
  const shaken = createShake(film, seconds);
  const road = film.shakePx
    ? undefined
    : Float32Array.from({ length: STRIP_CELLS }, (_, cell) => {
        const [column, row] = [cell % STRIP.columns, Math.floor(cell / STRIP.columns)];
        return roadAt(LEFT + (column + 0.5) * CELL.width, (row + 0.5) * CELL.height);
      });
  const strip = new Uint8Array(STRIP_CELLS);
  let drops: readonly Drop[] = [];

  function lightAt(near: readonly Rider[], x: number, y: number, at: number, empty: number): number {
    let sum = 0;
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      const then = at + (exposure * (moment + 0.5)) / MOMENTS;
      for (const beside of [-2, 2]) sum += firstLight(near, film.isRunning === true, x + beside, y, then) ?? empty;
    }
    return sum / MOMENTS / 2;
  }

  const lightOfAll = (at: number): number => (film.light ?? 1) * (1 + cloudsAt(film.clouds ?? 0, at));
  const withNoise = (value: number, most: number): number =>
    Math.max(0, Math.min(255, value + most * NOISE[Math.floor(random.next() * NOISE.length)]!));

  return {
    frames: Math.floor(seconds * film.fps),
    riders,
    draw(number) {
      const at = number / film.fps;
      const light = lightOfAll(at);
      const near = riders.filter((rider) => isNear(rider, at));
      drops = rainOf(film.raindrops ?? 0, random);
      const wet = wetCells(drops);
      const reach = reachOf(near, at, at + readout + exposure);
      for (let row = 0; row < STRIP.rows; row += 1) {
        const middle = (row + 0.5) * CELL.height;
        const then = at + (readout * middle) / SCENE.height;
        const [byX, byY] = shaken(then);
        const y = middle + byY;
        const isLevel = y >= reach.top && y <= reach.bottom;
        for (let column = 0; column < STRIP.columns; column += 1) {
          const cell = row * STRIP.columns + column;
          const x = LEFT + (column + 0.5) * CELL.width + byX;
          const empty = road === undefined ? roadAt(x, y) : road[cell]!;
          const isReached = isLevel && x >= reach.left && x <= reach.right;
          const value = isReached ? lightAt(near, x, y, then, empty) : empty;
          strip[cell] = withNoise((value + (wet?.[cell] ?? 0)) * light, noise);
        }
      }
      return strip;
    },
    seenAtLine(number, among) {
      const at = number / film.fps;
      const near = riders.filter((rider) => isNear(rider, at));
      const light = lightOfAll(at);
      const reach = reachOf(near, at, at + readout + exposure);
      return among.filter((rider) => {
        const others = near.filter((each) => each !== rider);
        // A rider who is not there yet, or wholly hidden, changes no pixel.
        const differences = Array.from({ length: SCENE.height }, (_, y) => {
          const then = at + (readout * y) / SCENE.height;
          const [byX, byY] = shaken(then);
          const [x, height] = [SCENE.line + byX, y + byY];
          if (height < reach.top || height > reach.bottom || isUnderDrop(drops, y)) return 0;
          const empty = lightOfRoad(x, height);
          let sum = 0;
          for (let moment = 0; moment < MOMENTS; moment += 1) {
            const when = then + (exposure * (moment + 0.5)) / MOMENTS;
            const seen = firstLight(near, film.isRunning === true, x, height, when) ?? empty;
            sum += seen - (firstLight(others, film.isRunning === true, x, height, when) ?? empty);
          }
          return (sum / MOMENTS) * light;
        });
        return isSeenByEye(differences, film.noise ?? 2);
      });
    },
  };
}

/** Brightness that an eye tells from what is behind over a finger's width of pixels, beside the picture's own noise. */
const SEEN_BY_EYE = 8;
const NOISES = 6;
const PIXELS = 15;

function isSeenByEye(differences: readonly number[], noise: number): boolean {
  const least = Math.max(SEEN_BY_EYE, (NOISES * noise) / Math.sqrt(PIXELS));
  let sum = 0;
  return differences.some((difference, row) => {
    sum += difference - (differences[row - PIXELS] ?? 0);
    return Math.abs(sum) / PIXELS > least;
  });
}

const isUnderDrop = (drops: readonly Drop[], y: number): boolean =>
  drops.some((each) => Math.abs(SCENE.line - each.x) < 1.5 && y >= each.y && y < each.y + each.length);

interface Drop {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/** The later of two riders stands before the other. */
function firstLight(near: readonly Rider[], isRunning: boolean, x: number, y: number, at: number): number | undefined {
  for (let index = near.length - 1; index >= 0; index -= 1) {
    const light = lightOf(near[index]!, isRunning, x, y, at);
    if (light !== undefined) return light;
  }
  return undefined;
}

const roadAt = (x: number, y: number): number => (lightOfRoad(x - 2, y - 1) + lightOfRoad(x + 2, y + 1)) / 2;

function isNear({ at, speed, length }: Rider, seconds: number): boolean {
  const past = (seconds - at) * speed;
  return past > -1.5 - 0.1 * speed && past < length + 1.5 + 0.1 * speed;
}

/** The part of the picture that riders may cover from one moment to another, with what a cell sees beside its middle. */
function reachOf(riders: readonly Rider[], from: number, to: number) {
  const reach = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { at, speed, direction, length, height, ground } of riders) {
    for (const seconds of [from, to]) {
      const front = SCENE.line + direction * (seconds - at) * speed * SCENE.metre;
      const back = front - direction * length * SCENE.metre;
      reach.left = Math.min(reach.left, front - 3, back - 3);
      reach.right = Math.max(reach.right, front + 3, back + 3);
    }
    reach.top = Math.min(reach.top, ground - height * SCENE.metre);
    reach.bottom = Math.max(reach.bottom, ground);
  }
  return reach;
}

const cloudsAt = (clouds: number, seconds: number): number =>
  clouds * Math.sin(seconds * 0.7) + 0.5 * clouds * Math.sin(seconds * 2.3);

function rainOf(raindrops: number, random: ReturnType<typeof createRandom>): Drop[] {
  return Array.from({ length: raindrops }, () => ({
    x: LEFT + random.next() * STRIP.columns * CELL.width,
    y: random.next() * SCENE.height,
    length: 30 + random.next() * 60,
  }));
}

/** How much lighter drops make each cell. */
function wetCells(drops: readonly Drop[]): Float32Array | undefined {
  if (drops.length === 0) return undefined;
  const wet = new Float32Array(STRIP_CELLS);
  for (const drop of drops) {
    const column = Math.floor((drop.x - LEFT) / CELL.width);
    for (
      let row = Math.ceil(drop.y / CELL.height);
      row < Math.min(STRIP.rows, (drop.y + drop.length) / CELL.height);
      row += 1
    )
      wet[row * STRIP.columns + column]! += 25;
  }
  return wet;
}

/** A hand that holds the phone: a slow swing that returns. */
function createShake({ shakePx = 0, seed }: Film, seconds: number): (at: number) => readonly [number, number] {
  if (shakePx === 0) return () => [0, 0];
  const random = createRandom(seed * 13 + 5);
  const path: [number, number][] = [];
  let [x, y, speedX, speedY] = [0, 0, 0, 0];
  for (let step = 0; step < seconds * SHAKES_A_SECOND + 10; step += 1) {
    speedX += random.normal() * 0.35 - x * 0.02 - speedX * 0.12;
    x += speedX;
    speedY += random.normal() * 0.35 - y * 0.02 - speedY * 0.12;
    y += speedY;
    path.push([(x * shakePx) / 3, (y * shakePx) / 3]);
  }
  return (at) => {
    const place = Math.min(path.length - 2, Math.max(0, at * SHAKES_A_SECOND));
    const [one, other] = [path[Math.floor(place)]!, path[Math.floor(place) + 1]!];
    const share = place % 1;
    return [one[0] * (1 - share) + other[0] * share, one[1] * (1 - share) + other[1] * share];
  };
}
